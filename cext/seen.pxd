"""What one seat may know of a game, copied field by field: what isn't named here stays 0.

For bots outside the core.  Hidden are the draw pile and all luck to come, other hands, the roofs
of later rounds, and the others' tokens as long as they are being chosen (T1).
"""
from cext.game cimport BoardC, GameC, NOBODY, SeatC
from cext.types cimport *


cdef inline void see_board(const BoardC *b, BoardC *out) noexcept nogil:
    cdef int i
    out.discards[0] = b.discards[0]
    out.discards[1] = b.discards[1]
    out.occupied = b.occupied
    out.n_seats = b.n_seats
    out.round = b.round
    out.phase = b.phase
    out.step = b.step
    out.turn = b.turn
    out.pick = b.pick
    out.solo_second = b.solo_second
    out.n_pile = b.n_pile
    out.n_discards = b.n_discards
    out.n_closed = b.n_closed
    out.open = b.open
    out.n_face_up = b.n_face_up
    out.n_dice = b.n_dice
    for i in range(4):
        out.order[i] = b.order[i]
    for i in range(b.n_closed):
        out.closed[i] = b.closed[i]
    for i in range(6):
        out.finishers[i] = b.finishers[i]
    for i in range(b.n_face_up):
        out.face_up[i] = b.face_up[i]
    for i in range(8):
        out.dice[i] = b.dice[i]


cdef inline void see_farm(const BoardC *b, const SeatC *p, GameC *seen, SeatC *out) noexcept nogil:
    """What lies on the table before a seat: everything of it but its hand and its tokens."""
    cdef int i
    for i in range(N_GOODS):
        out.have[i] = p.have[i]
    for i in range(N_SOURCES):
        out.vp_by[i] = p.vp_by[i]
    for i in range(2):
        out.fields[i] = p.fields[i]
        out.full[i] = p.full[i]
        out.extensions[i] = p.extensions[i]
        out.used[i] = p.used[i]
    for i in range(N_MODIFIERS):
        out.modifiers[i] = p.modifiers[i]
    for i in range(3):
        out.icons[i] = p.icons[i]
    for i in range(p.n_barrows):
        out.barrows[i] = p.barrows[i]
        seen.board.delivered[p.barrows[i]] = b.delivered[p.barrows[i]]
    for i in range(p.n_helpers):
        out.helpers[i] = p.helpers[i]
    for i in range(p.n_roofs):
        out.roofs[i] = p.roofs[i]
    for i in range(N_BUILDINGS * N_GOODS):
        out.row_need[i] = p.row_need[i]
    out.markers = p.markers
    out.stamp = p.stamp
    out.space = p.space
    out.n_hand = p.n_hand
    out.n_fields = p.n_fields
    out.n_extensions = p.n_extensions
    out.n_barrows = p.n_barrows
    out.n_helpers = p.n_helpers
    out.n_roofs = p.n_roofs
    out.roofs_used = p.roofs_used
    out.done = p.done
    out.lasting = p.lasting
    out.reserve = p.reserve
    out.bonus = p.bonus
    out.bought = p.bought
    out.sold = p.sold


cdef inline void see_tokens(const BoardC *b, const SeatC *p, bint own, SeatC *out) noexcept nogil:
    """A token that another seat has chosen and not shown lies among those it can choose from."""
    out.tokens = p.tokens
    out.token = p.token
    if b.step == STEP_TOKEN and not own and p.token != NOBODY:
        out.tokens |= 1 << p.token
        out.token = NOBODY


cdef inline void see(const GameC *g, int seat, GameC *seen) noexcept nogil:
    """Fills `seen`, all 0 before, with what the seat may know."""
    cdef int other
    see_board(&g.board, &seen.board)
    for other in range(g.board.n_seats):
        see_farm(&g.board, &g.seats[other], seen, &seen.seats[other])
        see_tokens(&g.board, &g.seats[other], other == seat, &seen.seats[other])
    if g.board.n_seats == 1:
        seen.seats[1].markers = g.seats[1].markers     # the neutral colour's (O1)
    seen.seats[seat].hand[0] = g.seats[seat].hand[0]
    seen.seats[seat].hand[1] = g.seats[seat].hand[1]
