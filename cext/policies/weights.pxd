cpdef enum Weight:
    WEIGHT_SILVER
