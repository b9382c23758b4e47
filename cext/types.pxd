"""The vocabulary of the game, written once.

Every word that a rules file, a table, a log line or a Parquet enum uses is the
lower-case name of a member below without its prefix (``GOOD_OLIVE`` -> ``olive``).
Python sees these as enums of ``cext.types``, which the comment that opens each group names.
(The groups are anonymous: members of a named enum cannot index a C array.)  Rule ids are
those of rules.md.
"""

cpdef enum:
    # Good
    # Farm goods first (nine kinds), then the commodity.  The order is the log's.
    GOOD_SILVER
    GOOD_VP
    GOOD_OLIVE
    GOOD_GRAIN
    GOOD_GRAPES
    GOOD_PIG
    GOOD_FOOD
    GOOD_WINE
    GOOD_MEAT
    GOOD_COMMODITY

cpdef enum:
    # Size
    # Capacities of the flat structs; the loader refuses what would not fit.
    N_GOODS = 10
    N_FARM_GOODS = 9
    N_RESOURCES = 4      # olive, grain, grapes, pig: goods 2 to 5
    N_HARVEST = 3        # olive, grain, grapes: goods 2 to 4
    N_SEATS = 4
    N_CARDS = 128        # card numbers 1 to 128, index = number - 1
    N_BUILDINGS = 6
    N_HEXES = 64
    N_ROUNDS = 6
    N_TOKENS = 6
    N_ROOF_SLOTS = 4
    N_ROOFS = 24         # index = (round - 1) * 4 + slot - 1
    N_DICE = 16
    N_TRACK = 16         # spaces of the siesta track
    N_BARROW_GOODS = 10  # goods on one card's barrow
    N_ROW_GOODS = 16     # goods in one building's row
    N_EFFECTS = 6        # effects in one program
    N_VALUES = 100       # hex and barrow values 0 to 99
    N_WEIGHTS = 64
    N_STAGES = 3         # of a game: early, middle, late; a bot may weigh each in its own way


cpdef enum:
    # Placement
    # Values also order the columns of every report.
    PLACEMENT_FIELD
    PLACEMENT_HELPER
    PLACEMENT_BARROW
    PLACEMENT_EXTENSION

cpdef enum:
    # Icon
    ICON_DELIVERY
    ICON_SILVER
    ICON_DEN

cpdef enum:
    # Phase
    PHASE_SETUP
    PHASE_FARM
    PHASE_REVENUE
    PHASE_TRANSPORT
    PHASE_SCORING
    PHASE_END

cpdef enum:
    # Building
    # Index = number - 1.
    BUILDING_MERCHANT_HOUSE
    BUILDING_WAINWRIGHT
    BUILDING_VILLAGE_STORE
    BUILDING_DELI
    BUILDING_GREENGROCER
    BUILDING_BUTCHER

cpdef enum:
    # Step
    # The sequence of play.  Each (step, seat) is one stretch at which play can start (A8).
    STEP_DRAFT
    STEP_PLAY          # F1 with F4
    STEP_INCOME        # F5
    STEP_GROWTH        # F6 and F7
    STEP_ROOF          # F8
    STEP_ROLL          # before_roll helpers, then R1
    STEP_DIE           # R2, one round of stretches for each pick
    STEP_LAST_DIE
    STEP_TOKEN         # T1, one stretch for each seat's secret choice
    STEP_ORDER         # donkeys helpers, T2, T3
    STEP_DELIVER       # T4
    STEP_EXTRA         # T6
    STEP_SCORE         # P1 to P3
    STEP_END           # E1, E2
    STEP_OVER

cpdef enum:
    # Trigger
    TRIGGER_NONE
    TRIGGER_STATIC
    TRIGGER_ACTION
    TRIGGER_INCOME
    TRIGGER_GROWTH
    TRIGGER_BREEDING
    TRIGGER_SCORING
    TRIGGER_GAME_END
    TRIGGER_BEFORE_ROLL
    TRIGGER_DIE        # argument: bit n for number n (any: bits 1 to 6)
    TRIGGER_LAST_DIE
    TRIGGER_DONKEYS
    TRIGGER_BARROW
    TRIGGER_BUILDING
    TRIGGER_REMOVAL
    TRIGGER_REMOVED
    TRIGGER_UPGRADE    # argument: bit k for resource k (0 olive .. 3 pig); none named: all
    TRIGGER_ROOF
    TRIGGER_CARD       # argument: bit p for placement p (any: all four)
    N_TRIGGERS

cpdef enum:
    # Effect
    # Gains of goods come first and in the order of Good: effect - EFFECT_SILVER is the good.
    EFFECT_SILVER
    EFFECT_VP
    EFFECT_OLIVE
    EFFECT_GRAIN
    EFFECT_GRAPES
    EFFECT_PIG
    EFFECT_FOOD
    EFFECT_WINE
    EFFECT_MEAT
    EFFECT_COMMODITY
    EFFECT_HARVEST
    EFFECT_HARVEST_TWO_KINDS
    EFFECT_GRAIN_OR_OLIVE
    EFFECT_UPGRADE
    EFFECT_SIESTA
    EFFECT_DELIVERY
    EFFECT_DRAW_CARD
    EFFECT_PLAY_CARD
    EFFECT_PLAY_OR_DRAW
    EFFECT_FLIP_ROOF
    EFFECT_SECOND_OPTION
    EFFECT_RESERVE_DIE
    EFFECT_REVENUE_OF_ROUND
    EFFECT_REPEAT_DIE
    EFFECT_FILL_FIELD
    EFFECT_VP_PER_EXTENSION
    EFFECT_VP_PER_HELPER
    # Modifiers (trigger static only), in the order of Modifier.
    EFFECT_UPGRADE_DISCOUNT
    EFFECT_BUY_DISCOUNT
    EFFECT_SELL_BONUS
    EFFECT_ROOF_DISCOUNT
    EFFECT_EXTENSION_DISCOUNT
    EFFECT_EXTRA_DELIVERY_DISCOUNT
    EFFECT_PIG_SPACE
    EFFECT_HAND_LIMIT
    EFFECT_EXTRA_DELIVERY_LIMIT
    EFFECT_ROOF_LIMIT
    EFFECT_SELL_FROM_FIELDS
    EFFECT_BREEDING_PAIR
    EFFECT_SILVER_PER_VP_DISCOUNT
    N_EFFECT_KINDS

cpdef enum:
    # Modifier
    MODIFIER_UPGRADE_DISCOUNT
    MODIFIER_BUY_DISCOUNT
    MODIFIER_SELL_BONUS
    MODIFIER_ROOF_DISCOUNT
    MODIFIER_EXTENSION_DISCOUNT
    MODIFIER_EXTRA_DELIVERY_DISCOUNT
    MODIFIER_PIG_SPACE
    MODIFIER_HAND_LIMIT
    MODIFIER_EXTRA_DELIVERY_LIMIT
    MODIFIER_ROOF_LIMIT
    MODIFIER_SELL_FROM_FIELDS
    MODIFIER_BREEDING_PAIR
    MODIFIER_SILVER_PER_VP_DISCOUNT
    N_MODIFIERS

cpdef enum:
    # Condition
    CONDITION_NONE
    CONDITION_FIELDS
    CONDITION_FULL_FIELDS
    CONDITION_PIGS
    CONDITION_BUILDINGS
    CONDITION_MARKET_MARKERS
    CONDITION_DONKEYS
    CONDITION_SIESTA_VP
    CONDITION_TURN_ORDER

cpdef enum:
    # Compare
    COMPARE_AT_LEAST   # >=
    COMPARE_AT_MOST    # <=
    COMPARE_EQUAL      # =

cpdef enum:
    # Via
    # What caused an event (event-log.md, `via`); the last three carry an argument.
    VIA_NONE
    VIA_FARM
    VIA_DIE
    VIA_COMMODITY
    VIA_DONKEY
    VIA_EXTRA
    VIA_SETUP
    VIA_SOLO
    VIA_BARROW
    VIA_ROOF           # argument: roof index
    VIA_HELPER         # argument: card index
    VIA_BUILDING       # argument: building index

cpdef enum:
    # Choice
    # Options of a revenue (R3), as take_die and helper lines name them.
    CHOICE_PIG
    CHOICE_PLAY
    CHOICE_DRAW
    CHOICE_HARVEST
    CHOICE_TWO_HARVEST
    CHOICE_SILVER
    CHOICE_UPGRADES
    CHOICE_UPGRADE_SIESTA
    CHOICE_SIESTA
    CHOICE_DELIVERY

cpdef enum:
    # Cash
    # Uses of a commodity (A4).
    CASH_SILVER
    CASH_HARVEST
    CASH_PLAY
    CASH_DRAW
    CASH_PIG
    CASH_UPGRADES
    N_CASH

cpdef enum:
    # Breeding
    BREEDING_NONE
    BREEDING_BORN
    BREEDING_LOST
    BREEDING_SOLD

cpdef enum:
    # Source
    # vp by source (rules.md section 12); they sum to vp.
    SOURCE_START
    SOURCE_BARROWS
    SOURCE_REMOVALS
    SOURCE_MARKET
    SOURCE_SIESTA
    SOURCE_BUILDING_ROUNDS
    SOURCE_BUILDING_BONUSES
    SOURCE_BUILDING_EFFECTS
    SOURCE_ROOFS
    SOURCE_HELPERS
    SOURCE_END_SILVER
    SOURCE_SPENT
    N_SOURCES

cpdef enum:
    # Decision
    # Kinds of question that go through the one door (door.pxd).
    DECISION_DRAFT         # option = card index
    DECISION_ACT           # option = an Act bit
    DECISION_CARD          # option = card index * 4 + placement
    DECISION_DISCARD_OLD   # option = card index on the farm (F2)
    DECISION_PAY           # option = good * 2 + (1 from a field)   (F2 extensions)
    DECISION_COST          # option = harvest good (helper cost)
    DECISION_HARVEST       # option = good gained
    DECISION_DISCARD       # option = card index in hand (F4)
    DECISION_ROOF          # option = roof index (F8)
    DECISION_DIE           # option = die number * 16 + Choice
    DECISION_REVENUE       # option = Choice (a revenue without its die)
    DECISION_UPGRADE       # option = resource * 2 + (1 from a field), free upgrades
    DECISION_TOKEN         # option = token index
    DECISION_DELIVERY      # option = ((good * 2 + from field) << 8) + target; -1 passes
    DECISION_HEX           # option = hex number
    DECISION_FIRE          # option = 0 no, 1 yes (a triggered helper with 1x or a cost)
    DECISION_RESERVE       # option = revenue space
    DECISION_EXTRA         # option = how many extra deliveries to buy
    DECISION_FLIP          # option = own roof slot
    DECISION_PLAY_OR_DRAW  # option = 0 play, 1 draw
    N_DECISIONS

cpdef enum:
    # Act
    # Bits of the set of acts that a turn offers (A1 to A8).
    ACT_MAIN = 0           # the turn's main act
    ACT_GRANT_PLAY = 1     # a granted play, free upgrade or delivery (A11)
    ACT_GRANT_UPGRADE = 2
    ACT_GRANT_DELIVERY = 3
    ACT_DONE = 4           # no more main act or grant: the rest is passed
    ACT_SELL = 5           # + resource 0..3, from dens
    ACT_SELL_FIELD = 9     # + harvest good 0..2
    ACT_BUY = 12           # + resource 0..3
    ACT_UPGRADE = 16       # + resource 0..3, from dens
    ACT_UPGRADE_FIELD = 20  # + harvest good 0..2
    ACT_CASH = 23          # + Cash 0..5
    ACT_ROOF = 29          # + own roof slot 0..5
    ACT_HELPER = 36        # + n-th action helper of the seat, 0..27

cpdef enum:
    # Event
    # Lines of the event log (event-log.md).
    EVENT_GAME
    EVENT_BUILDING_ORDER
    EVENT_ROOFS
    EVENT_DEAL
    EVENT_DRAFT
    EVENT_MARKER
    EVENT_PLAY_CARD
    EVENT_DRAW
    EVENT_DISCARD
    EVENT_RESHUFFLE
    EVENT_INCOME
    EVENT_GROWTH
    EVENT_BREEDING
    EVENT_BUY_ROOF
    EVENT_PASS
    EVENT_SELL
    EVENT_BUY
    EVENT_UPGRADE
    EVENT_CASH
    EVENT_USE_ROOF
    EVENT_HELPER
    EVENT_GAIN
    EVENT_PIG_SOLD
    EVENT_RESERVE
    EVENT_ROLL
    EVENT_TAKE_DIE
    EVENT_REMOVE_DIE
    EVENT_TOKEN
    EVENT_SIESTA
    EVENT_TURN_ORDER
    EVENT_BUY_EXTRA
    EVENT_DELIVER
    EVENT_BARROW_DONE
    EVENT_BUILDING_DONE
    EVENT_SOLO_CARD
    EVENT_SCORE
    EVENT_ROOFS_REVEALED
    EVENT_SELL_OFF
    EVENT_RESULT
    EVENT_STATE

cpdef enum:
    # Pass
    # `step` of a pass line.
    PASS_PLAY
    PASS_ROOF
    PASS_DELIVERY
    PASS_EXTRA

cpdef enum:
    # Field
    # Fields of a log record; eventlog.py turns their integers into the log's words.
    FIELD_DELTA        # ten counts in the order of Good
    FIELD_EMPTY_DELTA  # the line carries `delta` even when nothing changed
    FIELD_CARD         # card index
    FIELD_CARDS        # card indices
    FIELD_KEEPS        # card indices
    FIELD_AS           # Placement
    FIELD_PAYS         # pairs (good, source): source 0 den, else field card index + 1
    FIELD_DISCARDS     # card index, or -1
    FIELD_FIELDS       # card indices
    FIELD_COUNT
    FIELD_RESULT       # Breeding
    FIELD_ROOF         # roof index
    FIELD_ROOFS        # roof indices
    FIELD_STEP         # Pass
    FIELD_GOOD         # Good
    FIELD_TO_GOOD      # Good (upgrade: `to`)
    FIELD_SOURCE       # 0 den, else field card index + 1
    FIELD_PRICE
    FIELD_USE          # Cash
    FIELD_FLIPS        # roof index
    FIELD_SPACE
    FIELD_DICE         # numbers
    FIELD_DIE
    FIELD_PICK         # 1, 2 …, or 0 for "last"
    FIELD_CHOICE       # Choice
    FIELD_DONKEYS
    FIELD_HATS
    FIELD_STEPS
    FIELD_ORDER        # seats
    FIELD_TO_BARROW    # card index (deliver: `to`)
    FIELD_TO_BUILDING  # building index (deliver: `to`)
    FIELD_VALUE
    FIELD_BUILDING     # building index
    FIELD_BUILDINGS    # building indices
    FIELD_FIRST        # 0 or 1
    FIELD_OPENED       # building index, or -1
    FIELD_HEX
    FIELD_DISPLACED    # seat, or -1
    FIELD_REMOVED      # pairs (hex, seat)
    FIELD_MARKET
    FIELD_SIESTA
    FIELD_PLAYERS      # result: quadruples (seat, vp, silver, winners: 0 for a loser)
    FIELD_STATE        # the words of one GameC

cpdef enum:
    # Policy
    POLICY_FIRST
    POLICY_RANDOM
    POLICY_NOVICE
    POLICY_BALANCED
    POLICY_SEARCH
    POLICY_PYTHON

cpdef enum:
    # Luck
    # Purposes of chance: each has keys of its own (luck.pxd).
    LUCK_DIE = 1           # round, die index
    LUCK_DRAW = 2          # seat, reshuffles, position in the seat's draw order
    LUCK_BUILDING = 3      # building
    LUCK_ROOF = 4          # roof
    LUCK_SOLO = 5          # O1
    LUCK_NOISE = 6         # seat, round, Decision, ordinal
    LUCK_SEARCH = 7        # decision and playout, of a luck of its own
    LUCK_REDEAL = 8        # card or seat, of a playout's luck
    LUCK_PROBE = 9         # Probe, decisions met so far

cpdef enum:
    # Probe
    # Kinds of decision that are played again with another option (probe.pxd).
    PROBE_PLACEMENT        # the card that is played: its placements
    PROBE_HEX
    PROBE_BUILDING         # target of the next delivery: a building's row, or the best barrow
    PROBE_ROOF             # a roof that is bought: another one, or none
    PROBE_DIE
    PROBE_TOKEN
