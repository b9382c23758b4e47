"""A turn: main acts, granted acts and anytime actions in the player's own order (A8, A11)."""
from libc.stdint cimport int32_t, uint64_t

from cext.anytime cimport do_anytime, free_upgrade
from cext.bits cimport lowest
from cext.checks cimport check
from cext.door cimport decide, decide_act
from cext.farm cimport breeding, buy_roof, can_buy_roof, growth, income, play_card
from cext.game cimport BoardC, GrantC, NOBODY, SeatC, TableC
from cext.goods cimport add, all_kinds, can_deliver, extra_cost, has_resource, stale
from cext.grants cimport drop_grants, find_grant, give_up, grant, granted, use_grant
from cext.helpers cimport fire
from cext.legal cimport choices_of, choices_that_count, useful_of
from cext.log cimport log_close, log_int, log_one, log_open, logging
from cext.record cimport record_extra, record_grant, record_lasting
from cext.revenue cimport revenue_follow, revenue_gain
from cext.transport cimport choose_delivery, deliver
from cext.types cimport *


cdef enum:
    # Main acts of a turn.
    MAIN_NONE
    MAIN_PLAY
    MAIN_INCOME
    MAIN_GROWTH              # F6, then F7
    MAIN_ROOF
    MAIN_DIE
    MAIN_LAST_DIE
    MAIN_DELIVER
    MAIN_EXTRA


cdef inline void begin_turn(TableC *t, int seat) noexcept nogil:
    t.g.seats[seat].bought = 0
    t.g.seats[seat].sold = 0
    t.g.seats[seat].anytime = 0


cdef inline uint64_t grant_acts(TableC *t, int seat) noexcept nogil:
    """Act bits of open grants that can be used now."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef uint64_t acts = 0
    if p.n_hand > 0 and find_grant(t, seat, ACT_GRANT_PLAY) >= 0:
        acts |= 1 << ACT_GRANT_PLAY
    if has_resource(p) and find_grant(t, seat, ACT_GRANT_UPGRADE) >= 0:
        acts |= 1 << ACT_GRANT_UPGRADE
    if can_deliver(p) and find_grant(t, seat, ACT_GRANT_DELIVERY) >= 0:
        acts |= 1 << ACT_GRANT_DELIVERY
    return acts


cdef inline void do_grant(TableC *t, int seat, int act) noexcept nogil:
    cdef GrantC used
    cdef int option = -1
    cdef int arg
    if act == ACT_GRANT_DELIVERY:
        option = choose_delivery(t, seat)      # while the grant is still open: it counts
    used = use_grant(t, seat, act)
    arg = used.arg if used.via >= VIA_ROOF else -1
    record_grant(t, used.via, arg, act, 1)
    if act == ACT_GRANT_PLAY:
        play_card(t, seat, used.via, arg)
    elif act == ACT_GRANT_UPGRADE:
        free_upgrade(t, seat, used.via, arg)
    else:
        deliver(t, seat, option, used.via, arg)


cdef inline void settle_grants(TableC *t, int seat) noexcept nogil:
    """Grants of a seat outside its turn: done or given up at once, without anytime actions (A8)."""
    cdef uint64_t acts
    cdef int act
    while t.n_grants[seat] > 0:
        acts = grant_acts(t, seat)
        act = decide_act(t, seat, acts | (1 << ACT_DONE), False) if acts else ACT_DONE
        if act == ACT_DONE:
            drop_grants(t, seat)
        else:
            do_grant(t, seat, act)


cdef inline void settle_others(TableC *t, int seat) noexcept nogil:
    """What others' helpers granted during this seat's act; NOBODY: all seats."""
    cdef int i = 0
    cdef int other
    if t.open_grants == (t.n_grants[seat] if seat != NOBODY else 0):
        return
    while i < t.g.board.n_seats:
        other = t.g.board.order[i]
        i += 1
        if other != seat and t.n_grants[other] > 0:
            settle_grants(t, other)
            i = 0                          # settling may grant something to a seat before it


cdef inline int dice_for(TableC *t, int seat) noexcept nogil:
    """Bit per die number that the seat may take (R2, reserve_die)."""
    cdef BoardC *b = &t.g.board
    cdef int numbers = 0
    cdef int allowed, number, other
    for number in range(1, 7):
        numbers |= (b.dice[number] > 0) << number
    allowed = numbers
    for other in range(b.n_seats):
        number = t.g.seats[other].reserve
        if other != seat and number and b.dice[number] == 1:
            allowed &= ~(1 << number)
    return allowed if allowed else numbers


cdef inline void use_die(TableC *t, int seat, int number, int choice, int pick) noexcept nogil:
    """Takes a die and does its revenue (R2, R3); pick 0 is the last die."""
    t.g.board.dice[number] -= pick > 0
    t.g.board.n_dice -= pick > 0
    t.die = number
    t.die_choice = choice
    t.fresh[0] = 0
    t.fresh[1] = 0
    revenue_gain(t, seat, number, choice)
    if logging(t):
        log_open(t, EVENT_TAKE_DIE, seat, VIA_NONE, -1)
        log_int(t, FIELD_DIE, number)
        log_int(t, FIELD_PICK, pick)
        log_int(t, FIELD_CHOICE, choice)
        log_close(t)
    revenue_follow(t, seat, choice, VIA_DIE, -1)


cdef inline void choose_die(TableC *t, int seat, int numbers, int pick) noexcept nogil:
    """One die of a set of numbers with one of its options that do something (A9)."""
    cdef int counting = choices_that_count(t, seat)
    cdef int n = 0
    cdef int number, choices
    while numbers:
        number = lowest(numbers)
        numbers &= numbers - 1
        choices = useful_of(t, counting, number)
        if choices == 0:
            choices = choices_of(number)
        while choices:
            t.options[n] = number * 16 + lowest(choices)
            choices &= choices - 1
            n += 1
    n = t.options[decide(t, seat, DECISION_DIE, t.options, n)]
    use_die(t, seat, n >> 4, n & 15, pick)


cdef inline int last_die(TableC *t, int done) noexcept nogil:
    """The number of the last die that comes after `done` others, lowest first (R2)."""
    cdef int number
    for number in range(1, 7):
        if done < t.g.board.dice[number]:
            return number
        done -= t.g.board.dice[number]
    check(t, False, b"R2")
    return 0


cdef inline void die_helpers(TableC *t, int seat, int main) noexcept nogil:
    """After the die's own revenue, which is then over."""
    if main == MAIN_DIE:
        fire(t, seat, 1 << TRIGGER_DIE, 1 << t.die, 1, NOBODY)
    else:
        fire(t, seat, 1 << TRIGGER_LAST_DIE, 0, 1, NOBODY)


cdef inline bint can_buy_extra(TableC *t, SeatC *p) noexcept nogil:
    """One at a time the delivery follows at once, with the silver that is left."""
    cdef int cost = extra_cost(t, p)
    cdef int kinds = all_kinds(p)
    if p.have[GOOD_SILVER] < cost:
        return False
    if not t.r.v.one_at_a_time:
        return True
    if p.have[GOOD_SILVER] == cost:
        kinds &= ~(1 << GOOD_SILVER)
    return kinds & p.need != 0


cdef inline int extra_limit(TableC *t, SeatC *p) noexcept nogil:
    """T6: how many extra deliveries the seat may buy."""
    return (
        t.r.v.extra_limit + p.icons[ICON_DELIVERY] * t.r.v.icon_delivery
        + p.modifiers[MODIFIER_EXTRA_DELIVERY_LIMIT]
    )


cdef inline int buy_extra(TableC *t, int seat, int limit) noexcept nogil:
    """T6: buys deliveries, which then are grants; returns how many."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int cost = extra_cost(t, p)
    cdef int bought = extra_limit(t, p) - limit
    cdef int count = 1
    cdef int i
    if not t.r.v.one_at_a_time:
        if cost > 0 and limit > p.have[GOOD_SILVER] // cost:
            limit = p.have[GOOD_SILVER] // cost
        for i in range(limit):
            t.options[i] = i + 1
        count = t.options[decide(t, seat, DECISION_EXTRA, t.options, limit)]
    add(t, p, GOOD_SILVER, -count * cost)
    p.extra_deliveries += count
    record_extra(t, seat, bought, count)
    if logging(t):
        log_one(t, EVENT_BUY_EXTRA, seat, VIA_NONE, -1, FIELD_COUNT, count)
    if t.r.v.one_at_a_time:
        deliver(t, seat, choose_delivery(t, seat), VIA_EXTRA, -1)
    else:
        grant(t, seat, ACT_GRANT_DELIVERY, count, VIA_EXTRA, -1)
    return count


cdef inline bint main_possible(TableC *t, int seat, int main, int left) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    if left <= 0:
        return False
    if main == MAIN_PLAY:
        return p.n_hand > 0
    if main == MAIN_ROOF:
        return can_buy_roof(t, p)
    if main == MAIN_DELIVER:
        return can_deliver(p)
    if main == MAIN_EXTRA:
        return can_buy_extra(t, p)
    return main != MAIN_NONE


cdef inline bint mandatory(TableC *t, int main) noexcept nogil:
    """Main acts that cannot be passed while they are possible."""
    return (
        main == MAIN_INCOME or main == MAIN_GROWTH or main == MAIN_DIE or main == MAIN_LAST_DIE
        or (main == MAIN_PLAY and t.r.v.play_must)
    )


cdef inline int do_main(TableC *t, int seat, int main, int left) noexcept nogil:
    """Does one main act; returns how many are then left."""
    cdef int number
    if main == MAIN_PLAY:
        play_card(t, seat, VIA_FARM, -1)
    elif main == MAIN_INCOME:
        income(t, seat)
    elif main == MAIN_GROWTH:
        if left == 2:
            growth(t, seat)
        else:
            breeding(t, seat)
    elif main == MAIN_ROOF:
        buy_roof(t, seat)
    elif main == MAIN_DIE:
        choose_die(t, seat, dice_for(t, seat), t.g.board.pick)
    elif main == MAIN_LAST_DIE:
        choose_die(t, seat, 1 << last_die(t, t.g.board.n_dice - left), 0)
    elif main == MAIN_DELIVER:
        deliver(t, seat, choose_delivery(t, seat), VIA_DONKEY, -1)
    else:
        number = buy_extra(t, seat, left)
        return left - number if t.r.v.one_at_a_time else 0
    return left - 1


cdef inline void acts(TableC *t, int seat, int main, int n_main) noexcept nogil:
    """The turn's loop.  Ends when the player is done; unused grants are given up with the turn (A11)."""
    cdef int left = n_main
    cdef bint settling = False           # a die's own revenue is not over yet
    cdef int unmade = 0                  # bought extra deliveries that were not made
    cdef bint bought = False
    cdef SeatC *p = &t.g.seats[seat]
    cdef int lasting = p.lasting
    cdef uint64_t options
    cdef int act
    while True:
        if settling and granted(t, seat, VIA_DIE) == 0:
            settling = False
            die_helpers(t, seat, main)
            settle_others(t, seat)
        options = grant_acts(t, seat) if t.n_grants[seat] > 0 else 0
        if settling:
            options |= 1 << ACT_DONE
        elif main_possible(t, seat, main, left):
            options |= 1 << ACT_MAIN
            if not mandatory(t, main):
                options |= 1 << ACT_DONE
        else:
            options |= 1 << ACT_DONE
        if t.main_left != left:
            t.main_left = left
            stale(t)
        act = decide_act(t, seat, options, True)
        if act == ACT_DONE:
            if not settling:
                break
            give_up(t, seat, VIA_DIE)
        elif act == ACT_MAIN:
            left = do_main(t, seat, main, left)
            settling = main == MAIN_DIE or main == MAIN_LAST_DIE
            bought = True
        elif act < ACT_DONE:
            do_grant(t, seat, act)
        else:
            do_anytime(t, seat, act)
        settle_others(t, seat)
        if main == MAIN_DELIVER and p.lasting & ~lasting & (1 << BUILDING_WAINWRIGHT):
            left += t.r.v.wainwright_donkeys       # C3 at_once: counts in the same T4
            record_lasting(t, seat, BUILDING_WAINWRIGHT, t.r.v.wainwright_donkeys)
            lasting = p.lasting
    unmade = granted(t, seat, VIA_EXTRA)
    if main != MAIN_PLAY:
        drop_grants(t, seat)                 # F4 and acts after it belong to the same turn as F1
    if logging(t):
        log_pass(t, seat, main, left > 0 or unmade > 0 or (main == MAIN_EXTRA and not bought))


cdef inline void log_pass(TableC *t, int seat, int main, bint passed) noexcept nogil:
    """Fewer main acts were made than allowed."""
    cdef int step = PASS_PLAY
    if main == MAIN_ROOF:
        step = PASS_ROOF
    elif main == MAIN_DELIVER:
        step = PASS_DELIVERY
        passed = passed or t.g.board.n_seats == 1
    elif main == MAIN_EXTRA:
        step = PASS_EXTRA
    elif main != MAIN_PLAY:
        return
    if passed:
        log_one(t, EVENT_PASS, seat, VIA_NONE, -1, FIELD_STEP, step)
