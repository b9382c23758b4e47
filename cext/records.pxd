"""Rows that the recorder writes into caller-owned memory; one struct a table.

Integers only.  ``analyzer/recording/schema.py`` describes every column; names,
order and types come from here.  ``block`` and ``game`` (the arrangement's index
within its block) identify a game in every table.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, int8_t, uint16_t, uint64_t, uint8_t


cdef struct PlayerRowC:          # one per game and seat
    int32_t block
    int16_t game
    int8_t seat
    int8_t bot                   # index in the line-up's list of bots
    int8_t rank                  # 1 best; tied winners share 1
    int8_t winners               # how many share the win; 0 for a loser
    int16_t vp
    int16_t silver               # left after E2
    int16_t vp_start             # vp by source, in the order of Source
    int16_t vp_barrows
    int16_t vp_removals
    int16_t vp_market
    int16_t vp_siesta
    int16_t vp_building_rounds
    int16_t vp_building_bonuses
    int16_t vp_building_effects
    int16_t vp_roofs
    int16_t vp_helpers
    int16_t vp_end_silver
    int16_t vp_spent
    int16_t fields               # cards played so
    int16_t helpers
    int16_t barrows
    int16_t extensions
    int16_t barrows_done
    int16_t buildings_done
    int16_t roofs
    int16_t cards_drawn          # without the opening hand
    int16_t deliveries           # goods delivered, all causes
    int16_t extra_deliveries     # bought (T6)
    int16_t sold                 # anytime actions of each kind
    int16_t bought
    int16_t upgraded             # paid and free
    int16_t cashed
    int16_t roofs_used
    int16_t helpers_used         # firings
    int16_t removals             # opponents' markers removed
    int16_t removed              # own markers lost
    int16_t markers_end          # own market markers after the last round
    int16_t markers_peak         # most own markers in use at once, market and craft buildings (S12)
    int16_t first_rounds         # rounds in which it was first in turn order
    uint16_t yields              # choices in which its restrictions left no option


cdef struct PlacementRowC:       # one per card played
    int32_t block
    int16_t game
    int8_t seat
    int8_t bot
    int8_t round
    int8_t placement             # Placement
    int8_t via                   # Via
    uint8_t card                 # card number, 1 to 128
    int8_t done_round            # round in which it left the farm (barrow done, discarded); 0 never
    int8_t completed             # 1 for a barrow that was completed
    # uses: goods grown (field), firings (helper), goods delivered (barrow), silver of its icons
    # (extension); vp: value and removals (barrow), vp it gave (helper)
    int16_t uses
    int16_t vp
    int16_t used                 # field: goods taken from it
    int16_t silver               # helper: silver it gave; extension: silver of its icons
    int16_t goods                # helper: resources, upgraded goods and commodities it gave
    int16_t cards                # helper: cards drawn and played
    int16_t deliveries           # helper: deliveries; extension: extra deliveries that needed its icons
    int16_t steps                # helper: siesta steps
    int16_t upgrades             # helper: free upgrades
    int16_t pigs                 # extension: pigs at scoring that stood in its spaces, added up
    int16_t removals             # barrow: others' markers that its marker removed
    int16_t market               # barrow: vp of its marker in scoring phases


cdef struct BuildingRowC:        # one per completion
    int32_t block
    int16_t game
    int8_t seat
    int8_t bot
    int8_t round
    int8_t building              # building number, 1 to 6
    int8_t place                 # the how-manieth at this building, 1 first
    int8_t order                 # the how-manieth building of this player, 1 first
    int16_t vp_first             # C2 first-finisher
    int16_t vp_opening           # C2 building-order marker
    int16_t vp_round             # C2 round vp
    int16_t vp_effect            # effect at once
    int16_t vp_lasting           # vp of the lasting effect until the end of the game
    int16_t lasting              # what the lasting effect gave, in its own unit


cdef struct MarkerRowC:          # one per market marker, set-up ones too
    int32_t block
    int16_t game
    int8_t seat                  # 1 is the neutral colour in solo games
    int8_t bot                   # -1 for the neutral colour
    int8_t hex
    int8_t value
    int8_t round_placed          # 0 in set-up
    int8_t round_removed         # 0 if it stood to the end
    int8_t removed_by            # seat, or -1
    int8_t removed_from          # hex of the marker that removed it, or -1
    uint8_t card                 # number of the barrow's card; 0 in set-up and for the neutral colour
    int8_t rounds_scored         # scoring phases in which it stood (P1)
    int8_t removals              # markers it removed when placed
    int16_t vp                   # barrow value, removals and scored rounds together


cdef struct BlockRowC:           # one per block
    int32_t block
    int32_t decisions            # in all its games
    uint64_t hash                # of the course and results of its games


cdef struct DealRowC:            # one per card of an opening hand, after the draft
    int32_t block
    int16_t game
    int8_t seat
    int8_t bot
    uint8_t card                 # card number, 1 to 128


cdef struct ProbeRowC:           # one per option of a probed decision (probe.pxd); no table of a run
    int32_t block
    int16_t game
    int8_t seat
    int8_t bot
    int8_t round
    int32_t decision             # number of the decision in its game
    int16_t eligible             # decisions of the kind in that game
    int16_t options              # options of the decision that were played
    int16_t subject              # card, hex, building, roof, die or token; 0 barrow, no roof
    int8_t place                 # placement or die's Choice; -1 for other kinds
    int8_t chosen                # 1 for the bot's own option
    int16_t vp
    int32_t margin               # vp times players, less the vp of all; alone: vp
    int8_t winners               # how many share the win; 0 for a loser
