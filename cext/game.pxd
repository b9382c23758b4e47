"""The state of one game (GameC) and what stands around it (TableC).

GameC is a flat value: no pointers, no Python objects; a copy is an assignment.
It holds its place in the sequence of play, so that play can start at any stretch.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from cext.records cimport *
from cext.rules cimport BotC, CardC, RulesC
from cext.types cimport *


cdef enum:
    NOBODY = 255             # no seat, no card, no token
    MAX_OPTIONS = 2304       # goods from den and field x targets, the longest list
    MAX_GRANTS = 64
    TARGET_BUILDING = 128    # delivery targets: barrow = card index, building = 128 + index
    WATCH_SCRIPT = 1         # TableC.watch: decisions 0.. take the script's options
    WATCH_STOP = 2           # the log ends at the first decision beyond the script
    WATCH_TAPE = 4           # every choice is kept
    WATCH_WHY = 8            # what the bot weighed is kept
    WATCH_NOTES = 15         # any of these, which need TableC.notes
    WATCH_PROBE = 16         # TableC.probe looks for a decision, or changes one
    MAX_SCRIPT = 4096        # choices of one stretch that a search can replay
    NOT_ALLOWED = -2147483647 - 1  # in place of the score of an option that a restriction forbids


cdef struct SeatC:
    int32_t have[10]         # by Good: silver, vp and what lies in dens
    int32_t vp_by[12]        # vp by Source
    uint64_t hand[2]         # bit per card index
    uint64_t fields[2]
    uint64_t full[2]         # fields with a good on them
    uint64_t extensions[2]
    uint64_t used[2]         # helpers turned over this round (1x)
    uint64_t markers         # bit per hex
    int16_t modifiers[13]    # by Modifier, summed over the static helpers
    uint64_t prices          # eight bytes: buy and upgrade price of each resource, discounts in
    uint32_t triggers        # bit per Trigger that some helper of the seat has
    uint32_t stamp           # siesta track: on one space the higher stamp lies on top
    uint16_t den             # bit per Good with have > 0
    uint16_t need            # bit per Good that some barrow or open row still takes
    uint8_t full_kinds       # bit per harvest good 0..2 on some full field
    uint8_t n_full[3]        # full fields by harvest good 0..2
    uint8_t n_hand
    uint8_t n_fields
    uint8_t n_extensions
    uint8_t n_barrows
    uint8_t n_helpers
    uint8_t n_roofs
    uint8_t n_actions        # helpers of trigger action
    uint8_t roofs_used       # bit per own roof slot
    uint8_t icons[3]         # by Icon, over all extensions
    uint8_t barrows[128]     # card indices, in the order played
    uint8_t helpers[128]
    uint8_t roofs[6]         # roof indices, in the order bought
    uint8_t row_need[66]     # building * 10 + good; six more, so that 16 can be read from each
    uint16_t row_kinds[6]    # bit per Good that the row still takes
    uint8_t row_left[6]
    uint8_t done             # bit per completed building
    uint8_t lasting          # bit per building whose lasting effect is on (C3)
    uint8_t tokens           # bit per available donkey token
    uint8_t token            # chosen this round, or NOBODY
    uint8_t space            # siesta track
    uint8_t reserve          # R2: reserved revenue space, 0 none
    uint8_t bonus            # further deliveries in T4 (donkeys helpers)
    uint8_t bought           # A9: bit per resource bought in this turn
    uint8_t sold
    uint8_t anytime          # anytime actions in this turn
    uint8_t peak_markers     # S12
    uint8_t first_rounds
    uint8_t cards_played[4]  # by Placement
    uint8_t barrows_done
    uint8_t buildings_done
    uint16_t cards_drawn
    uint16_t deliveries
    uint16_t extra_deliveries
    uint16_t n_sold
    uint16_t n_bought
    uint16_t n_upgraded
    uint16_t n_cashed
    uint16_t n_roofs_used
    uint16_t n_helpers_used
    uint16_t n_removals
    uint16_t n_removed
    uint16_t yields          # choices in which the restrictions left no option (restrictions.pxd)
    uint16_t cursor          # luck: how far this seat's draw order has been read
    uint16_t ordinal[20]     # questions of this round, by Decision, forced ones too


cdef struct BoardC:
    uint64_t luck            # key of the game's chance (luck.pxd)
    uint64_t hash            # of the course so far
    uint64_t pile[2]         # bit per card index
    uint64_t discards[2]
    uint64_t occupied        # bit per hex with a marker
    uint32_t decisions       # asked so far, forced ones too
    uint32_t stamp           # last stamp given on the siesta track
    uint8_t n_seats          # seats with a farm
    uint8_t round            # 0 in set-up
    uint8_t phase
    uint8_t step
    uint8_t turn             # index in turn order of the stretch within its step
    uint8_t pick             # R2: 1 first pick …
    uint8_t order[4]         # turn order: seats, first to last
    uint8_t solo_second      # O1: the neutral colour is first
    uint8_t n_pile
    uint8_t n_discards
    uint8_t reshuffles
    uint8_t closed[6]        # S6: closed buildings, marker 1 first
    uint8_t n_closed
    uint8_t open             # bit per open building
    uint8_t finishers[6]     # completions so far, by building
    uint8_t roof_draw[24]    # S4: (round - 1) * 4 + i
    uint8_t face_up[4]
    uint8_t n_face_up
    uint8_t dice[8]          # dice left, by number
    uint8_t n_dice
    uint16_t delivered[128]  # by card index: bit per place of the barrow that is filled
    uint16_t wanted[128]     # by card index: bit per Good that the barrow still takes


cdef struct GameC:
    BoardC board
    SeatC seats[4]


cdef struct GrantC:
    # A play, free upgrade or delivery that was granted and not yet done (A11).
    uint8_t act              # ACT_GRANT_PLAY, ACT_GRANT_UPGRADE or ACT_GRANT_DELIVERY
    uint8_t via
    uint8_t arg
    int32_t count


cdef struct LogC:
    int32_t *words           # caller-owned
    int64_t capacity
    int64_t size
    int64_t line             # where the open record starts
    int32_t before[40]       # counts as of the last line, seat * 10 + good
    int32_t overflow


cdef struct RecorderC:
    # Caller-owned tables; a NULL table is not filled.  `full` ends the batch at the last block.
    PlayerRowC *players
    PlacementRowC *placements
    BuildingRowC *buildings
    MarkerRowC *markers
    BlockRowC *blocks
    DealRowC *deals
    int64_t n_players
    int64_t n_placements
    int64_t n_buildings
    int64_t n_markers
    int64_t n_blocks
    int64_t n_deals
    int64_t max_players
    int64_t max_placements
    int64_t max_buildings
    int64_t max_markers
    int64_t max_blocks
    int64_t max_deals
    int32_t full
    int32_t card_row[128]    # placements row of the card now on a farm
    int32_t marker_row[64]   # markers row of the marker now on a hex
    int32_t building_row[24]  # buildings row, seat * 6 + building; -1 none
    int32_t barrow_row[64]   # by hex: placements row of the barrow that brought its marker; -1 none


cdef struct WhyC:
    # What a bot weighed at one decision.
    int64_t at               # log words written before it was asked
    int32_t seat
    int32_t kind
    int32_t n
    int32_t chosen
    int64_t first            # where its options and scores start


cdef struct NotesC:
    # Kept for replays, searches and explanations only (TableC.watch).
    const int32_t *script
    int32_t n_script
    int32_t first            # decision at which the script begins
    int32_t forks            # 1: at the script's last decision the game leaves the course it was on
    int32_t fork_seat        # … with all dealt anew that this seat can't know,
    uint64_t fork_luck       # … by this luck
    int32_t *tape            # caller-owned, max_tape long
    int32_t max_tape
    int32_t n_tape
    int32_t stopped          # 1 once the script has run out
    int32_t stop_seat
    int32_t stop_kind
    int32_t stop_n
    int32_t stop_options[2304]
    WhyC *why                # caller-owned
    int64_t max_why
    int64_t n_why
    int32_t *why_options     # caller-owned, option and score side by side
    int64_t max_why_options
    int64_t n_why_options


cdef struct ProbeC:
    # One decision of a game and its options, or the change to be made (probe.pxd).
    int32_t kind             # Probe
    int32_t replays          # 1: decision number `at` takes the option `value`; 0: a decision is looked for
    uint32_t at
    int32_t value
    int32_t eligible         # decisions of the kind met so far
    int32_t seat             # of the one that was kept
    int32_t round
    uint32_t decision
    int32_t n                # its options, none if n is 0
    int32_t chosen           # the bot's own
    uint32_t change_at[64]   # by option: the decision to change, and to what
    int32_t change_to[64]
    int32_t subject[64]      # what the option is, as the table `probes` names it
    int32_t place[64]


cdef struct WorthC:
    # What a seat's bot makes of the rules in a stage of the game.  Thousandths of a vp.
    int32_t at_once[6]       # building effects
    int32_t lasting[6]       # the same, per round
    int32_t first            # first-finisher vp
    int32_t harvest          # a harvest good of choice, at what the cheapest costs
    int32_t pig              # a pig, at its price
    int32_t step             # a siesta step, by the mean slope of the track
    int32_t revenue          # one more option of a die, at the silver of a 4
    int32_t marker           # a tenth of a market marker's scoring


cdef struct PlanC:
    # What a seat's barrows and rows need (policies/plan.pxd).  Worths in thousandths of a vp.
    # Arrays by Good have 16 places, the last six 0, so that they fill whole vectors.
    int32_t n                # targets
    int32_t target[24]       # barrow's card index, or 128 + building
    int32_t kinds[24]        # bit per Good still wanted
    int32_t left[24]         # deliveries still wanted
    int32_t reward[24]       # for finishing it
    int32_t share[24]        # worth of one delivery to it, costs paid; 0 if out of reach
    int32_t share_of[134]    # the same by delivery target; only current targets' places are true
    uint8_t need[384]        # target * 16 + good: how many are still wanted
    int16_t stock[16]        # by Good: in dens and on fields
    int16_t free[16]         # stock that costs no silver: without silver itself
    int16_t lacking[16]      # by Good: wanted by targets within reach, less stock
    int16_t unit[16]         # by Good: silver for one more
    int32_t buy[4]           # prices by resource
    int32_t up[4]
    int32_t rounds_left      # after this one
    int32_t capacity         # deliveries still expected in this round
    int32_t reach            # silver, commodities cashed
    int32_t commodity_worth
    int32_t now              # factor, in thousandths, for what can be finished in this round
    int32_t later            # the same for a later round
    int32_t most_left        # deliveries that the rest of the game may still bring
    int32_t barrows_left     # deliveries that all barrows still want
    int32_t short            # silver that targets within reach still want, beyond what is there
    int32_t extension_price  # worth of what the next extension costs; -1 not yet known
    int32_t best_play        # worth of the best play from hand; -1 not yet known


cdef struct SearchC
cdef struct FunctionsC


cdef struct TableC:
    const RulesC *r
    const BotC *bots[4]
    RecorderC *record        # NULL: nothing is recorded
    LogC *log                # NULL: nothing is logged
    NotesC *notes            # NULL if nothing of WATCH_NOTES is watched
    ProbeC *probe            # NULL exactly if WATCH_PROBE is off
    SearchC *search          # NULL if no bot searches
    FunctionsC *functions    # NULL if no bot is a Python function
    int32_t watch
    int32_t reseeded         # bit per Luck that comes from other_luck (luck.pxd)
    uint64_t other_seed      # of what is reseeded
    uint64_t other_luck
    int32_t restricted       # bit per seat whose bot has restrictions
    int32_t about[4]         # by seat: what its restrictions are about
    const int32_t *places    # of the options asked about in the full list, as scripts count; NULL: all of it
    int32_t block
    int32_t game             # arrangement within the block
    int32_t seat_bot[4]
    int32_t main_left        # main acts left in the turn being played
    int32_t pigs_over        # R4: pigs gained without a space, not yet settled
    int32_t die              # number and choice of the die in use
    int32_t die_choice
    uint64_t fresh[2]        # helpers played since that die was taken (F2)
    int32_t field_card       # the field just played (fill_field)
    int32_t asked_card       # the helper a DECISION_FIRE is about
    int32_t free_deliveries  # 1 while the Wainwright's delivery is being chosen
    int32_t n_grants[4]
    int32_t open_grants      # their sum
    GrantC grants[256]       # seat * 64 + i
    int32_t options[2304]    # scratch for the question being asked
    int32_t scores[2304]     # scratch for its evaluation
    uint64_t weighed         # bit per Act whose worth was looked at in this question
    int32_t act_worth[64]    # by Act
    int32_t stage            # where the weights of this stage of the game stand in BotC.weights
    WorthC worth[4]          # by seat, for this stage
    PlanC plan               # kept while nothing that it looks at changes
    int32_t planned          # whose it is; NOBODY once something has changed
    int32_t rewarded         # whose rewards it holds; NOBODY once they have changed
    GameC g


ctypedef int (*ChooseC)(TableC *t, int seat, int kind, const int32_t *options, int n) noexcept nogil


cdef struct SearchC:
    # What a searching bot needs beside the table it sits at (search.pxd).
    ChooseC choose           # a pointer, since the door can't import what plays games
    uint64_t luck            # of its own streams
    GameC start              # the game as the stretch began
    int32_t decisions        # asked before it
    int32_t taped            # choices on the tape before it
    int32_t script[MAX_SCRIPT]     # the choices since, then the option to be tried
    NotesC notes             # of the inner table
    BotC bots[4]             # who plays on, by seat
    TableC inner             # where it is played


cdef struct FunctionsC:
    # Bots that are Python functions.
    ChooseC choose           # asks the seat's function; takes the GIL
    void *askers             # the Python object that holds them (core.pyx)
    int32_t failed           # 1 once one of them could not answer: the game is given up
