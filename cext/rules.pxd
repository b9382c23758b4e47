"""One rule set as flat, read-only arrays.

Every number of rules.md section 11 has a place here; nothing of them is compiled
in.  The structs hold only integers and one-dimensional arrays, so that numpy sees
them as structured dtypes (layout.pyx); two indices are written a * width + b.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t

from cext.types cimport *


cdef struct ValuesC:
    int32_t players              # 1 to 4 (S1)
    int32_t rounds               # 1 to 6
    int32_t start[10]            # S2, by Good
    int32_t setup_cards          # S2
    int32_t order_markers        # S6
    int32_t n_tokens             # S2, T1
    int32_t token_donkeys[6]
    int32_t token_hats[6]
    int32_t tokens_back          # T1: all are back before this round (0: never)
    int32_t n_dice               # S7, already for this number of players
    int32_t dice_each            # dice that each player picks (2)
    int32_t sell[4]              # A1, by resource
    int32_t buy[4]               # A2
    int32_t upgrade[4]           # A3
    int32_t cash_silver          # A4
    int32_t cash_harvest
    int32_t cash_upgrades
    int32_t plays                # F1
    int32_t plays_first_round
    int32_t max_barrows          # F2
    int32_t max_helpers
    int32_t hand_limit           # F4
    int32_t hand_per_extension   # F3
    int32_t pig_spaces           # F9
    int32_t breeding_pigs        # F7
    int32_t income_icon          # F5: silver per icon
    int32_t icon_den             # F3: pig spaces per icon
    int32_t icon_delivery        # F3: extra deliveries per icon
    int32_t roofs_max            # F8
    int32_t roof_price[6]        # by round - 1
    int32_t roof_vp[6]           # by roof bought; past the list of the rule set: roof_sixth_vp
    int32_t revenue_silver_4     # R3
    int32_t revenue_silver_6
    int32_t revenue_upgrades
    int32_t revenue_siesta
    int32_t extra_price          # T6
    int32_t extra_limit
    int32_t barrow_commodity     # B1
    int32_t removal_vp           # B3
    int32_t first_vp             # C2
    int32_t order_vp             # S6, C2
    int32_t round_vp[6]          # C2, by round - 1
    int32_t merchant_at_once
    int32_t merchant_income
    int32_t deli_at_once
    int32_t deli_income
    int32_t greengrocer_at_once
    int32_t greengrocer_income
    int32_t village_at_once
    int32_t village_lasting
    int32_t butcher_at_once
    int32_t butcher_lasting
    int32_t wainwright_hats
    int32_t wainwright_donkeys
    int32_t row_length[6]        # by building
    int32_t row_need[60]         # building * 10 + good: how many the row takes
    int32_t marker_vp            # P1
    int32_t track_top            # last space of the siesta track
    int32_t siesta_vp[16]        # P2, by space
    int32_t commodity_price      # E1
    int32_t silver_per_vp        # E2
    int32_t solo_first_space     # O5
    # Options: the default of rules.md is 0.
    int32_t draft_pass           # S10: 1 pass
    int32_t play_must            # F1: 1 must
    int32_t commodity_pays       # F2: 1 yes
    int32_t breeding_sold        # F7: 1 sold
    int32_t pig_lost             # R4: 1 lost
    int32_t one_at_a_time        # T6: 1 one_at_a_time
    int32_t displaced_silent     # B4: 1 no (the displaced marker does not score)
    int32_t lasting_at_once      # C3: 1 at_once


cdef struct CardC:
    uint8_t field                # Good (olive, grain, grapes)
    uint8_t icons[3]             # how often each Icon stands on the extension
    uint8_t barrow_value
    uint8_t barrow_length
    uint8_t barrow_goods[10]     # Good, in the order of the table
    uint8_t barrow_need[16]      # how many of each Good; six more, so that 16 can be read
    uint8_t trigger              # Trigger
    uint8_t trigger_mask         # its argument, see Trigger
    uint8_t phases               # bit per Phase
    uint8_t once                 # limit 1x
    uint8_t cost_kind            # 0 none, 1 `good n`, 2 `harvest n` (any kinds)
    uint8_t cost_good            # Good
    uint8_t cost_count
    uint8_t condition            # Condition
    uint8_t compare              # Compare
    uint8_t condition_count
    uint8_t n_effects
    uint8_t effects[6]           # Effect
    uint8_t counts[6]            # its n


cdef struct RoofC:
    uint8_t phases               # bit per Phase
    uint8_t n_effects
    uint8_t effects[6]
    uint8_t counts[6]


cdef struct MarketC:
    uint64_t open                # bit per hex: used with this number of players (S9)
    uint64_t start               # bit per start hex
    uint64_t by_value[100]       # open hexes of a value
    uint64_t neighbours[64]      # open neighbours of a hex
    uint64_t prey[64]            # open neighbours of lower value (B3)
    uint64_t hunters[64]         # open neighbours of higher value
    uint8_t value[64]


cdef struct RulesC:
    ValuesC v
    MarketC market
    uint64_t deck[2]             # bit per card index that is in the deck
    CardC cards[128]
    RoofC roofs[24]


cdef struct RestrictionsC:
    # What a bot is told not to do, and what to rush (restrictions.pxd); all 0: nothing.
    # Sets are words of 32 bits, so that the struct has no gaps wherever it stands.
    uint32_t acts[2]             # bit per Act that it never takes
    uint32_t cards[4]            # bit per card index: never played
    uint32_t values[4]           # bit per value of market hexes: never placed on
    uint32_t tokens_never[24]    # bit per number of donkeys, four words for each round
    uint8_t tokens_always[6]     # by round - 1: number of donkeys + 1; 0: no such demand
    uint8_t not_before[6]        # by building: first round in which it may be completed; 0: any
    uint8_t not_after[6]         # by building: last round with deliveries to it; 0: any
    uint8_t rush_until[6]        # by building: last round of the rush; 0: none
    uint8_t never_deliver        # bit per building
    uint8_t placements           # bit per Placement: never played so
    uint8_t no_roof_purchases    # F8
    uint8_t no_extra_deliveries  # T6
    int32_t any                  # 1 if there is anything above


cdef struct BotC:
    int32_t policy               # Policy
    int32_t playouts             # policy search: playouts of each option that is tried, per stage
    int32_t choices              # bit per Decision that it searches
    int32_t playout              # the bot that plays on: its place in the array, counted from this bot's
    int32_t weights[192]         # fixed point; stage * 64 + Weight of policies/weights.pxd
    RestrictionsC restrictions
