"""`random`: uniform over the legal options.

At a turn's acts it takes one of the anytime actions in one case of eight, and at most four
of them a turn; else one of the main acts, grants and `done`.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from cext.bits cimport count, nth
from cext.game cimport TableC
from cext.luck cimport below, chance, luck_of
from cext.restrictions cimport permitted_acts
from cext.types cimport *


cdef enum:
    MAX_ANYTIME = 4


cdef inline uint64_t noise(TableC *t, int seat, int kind) noexcept nogil:
    """A bot's own chance: by seat, round, kind of question and its ordinal within these."""
    return chance(
        luck_of(t, LUCK_NOISE), LUCK_NOISE, <uint32_t>(seat * 64 + kind), t.g.board.round,
        t.g.seats[seat].ordinal[kind],
    )


cdef inline int random_choice(TableC *t, int seat, int kind, int n) noexcept nogil:
    return below(noise(t, seat, kind), n)


cdef inline int random_act(TableC *t, int seat, uint64_t progress, bint own_turn) noexcept nogil:
    cdef uint64_t bits = noise(t, seat, DECISION_ACT)
    cdef uint64_t anytime
    if (bits & 7) == 0 and own_turn and t.g.seats[seat].anytime < MAX_ANYTIME:
        anytime = permitted_acts(t, seat)
        if anytime:
            progress = anytime
    return nth(progress, below(bits, count(progress)))
