"""What a revenue gives (R3); dice are taken in turn.pxd."""
from libc.stdint cimport int32_t

from cext.cards cimport draw
from cext.door cimport decide_member
from cext.game cimport TableC
from cext.goods cimport add, gain_pig, pig_counts, settle_pigs
from cext.grants cimport grant
from cext.legal cimport silver_of
from cext.siesta cimport siesta
from cext.types cimport *


cdef inline void gain_harvest(TableC *t, int seat, int n, bint all_different) noexcept nogil:
    """n harvest goods of choice."""
    cdef int goods = (1 << GOOD_OLIVE) | (1 << GOOD_GRAIN) | (1 << GOOD_GRAPES)
    cdef int good
    while n > 0 and goods:
        good = decide_member(t, seat, DECISION_HARVEST, goods)
        add(t, &t.g.seats[seat], good, 1)
        if all_different:
            goods &= ~(1 << good)
        n -= 1


cdef inline void gain_resources(TableC *t, int seat, int n) noexcept nogil:
    """n resources of choice; a pig only where it does something (A9)."""
    cdef int goods = (1 << GOOD_OLIVE) | (1 << GOOD_GRAIN) | (1 << GOOD_GRAPES)
    cdef int good
    while n > 0:
        good = decide_member(
            t, seat, DECISION_HARVEST,
            goods | (1 << GOOD_PIG if pig_counts(t, &t.g.seats[seat]) else 0)
        )
        if good == GOOD_PIG:
            gain_pig(t, seat)
        else:
            add(t, &t.g.seats[seat], good, 1)
        n -= 1


cdef inline void revenue_gain(TableC *t, int seat, int number, int choice) noexcept nogil:
    """What the option puts into the dens at once: the delta of its line."""
    if choice == CHOICE_PIG:
        gain_pig(t, seat)
    elif choice == CHOICE_HARVEST:
        gain_harvest(t, seat, 1, False)
    elif choice == CHOICE_TWO_HARVEST:
        gain_harvest(t, seat, 2, True)
    elif choice == CHOICE_SILVER:
        add(t, &t.g.seats[seat], GOOD_SILVER, silver_of(t, number))


cdef inline void revenue_follow(TableC *t, int seat, int choice, int via, int arg) noexcept nogil:
    """What follows in lines of its own."""
    settle_pigs(t, seat, via, arg)
    if choice == CHOICE_PLAY:
        grant(t, seat, ACT_GRANT_PLAY, 1, via, arg)
    elif choice == CHOICE_DRAW:
        draw(t, seat, 1, via, arg)
    elif choice == CHOICE_UPGRADES:
        grant(t, seat, ACT_GRANT_UPGRADE, t.r.v.revenue_upgrades, via, arg)
    elif choice == CHOICE_UPGRADE_SIESTA:
        grant(t, seat, ACT_GRANT_UPGRADE, 1, via, arg)
        siesta(t, seat, 1, via, arg)
    elif choice == CHOICE_SIESTA:
        siesta(t, seat, t.r.v.revenue_siesta, via, arg)
    elif choice == CHOICE_DELIVERY:
        grant(t, seat, ACT_GRANT_DELIVERY, 1, via, arg)
