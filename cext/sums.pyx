"""Sums over blocks, by group, of the rows of a table: what estimates and their errors are made of.

A pass over rows that stand in the order of their blocks, so that no row is sorted or hashed.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t

import numpy as np


cdef enum:
    RADIX = 256
    SIZE = 1  # before a block's sums: how many rows
    FIXED = 4  # before a group's sums: rows, blocks, squares of sizes, whole blocks


def block_sums(const int64_t[:, ::1] table, const int32_t[::1] by, const int32_t[::1] values, int squared,
               int whole=-1):
    """Sums over blocks of each group that has rows: its numbers [found], and sums [found, columns].

    ``table`` [columns, rows]: column 0 the block, which never falls from row to row.  ``by``: columns with
    values below RADIX, whose values are the digits of a group's number, the first the highest.  ``values``:
    columns to add up.  Sums: rows, blocks, squares of blocks' sizes, blocks with as many rows as the column
    ``whole`` says; the total of each value; then of the first ``squared`` values the squares of the blocks'
    totals, and at last these totals times sizes.  Raises ValueError for rows out of order and for a digit
    out of range.
    """
    cdef int64_t rows = table.shape[1]
    cdef int n_values = values.shape[0], columns = FIXED + n_values + 2 * squared
    cdef int32_t[::1] places = np.zeros([RADIX] * by.shape[0], np.int32).reshape(-1)  # by group, from 1
    cdef int32_t[::1] place = np.empty(rows, np.int32)
    cdef int found
    with nogil:
        found = _places(table, by, places, place)
    if found < 0:
        raise ValueError("block_sums: rows out of the order of their blocks, or a group out of range")
    numbers, sums = np.empty(found, np.int64), np.zeros((found, columns), np.int64)
    cdef int64_t[::1] number = numbers
    cdef int64_t[:, ::1] total = sums
    cdef int64_t[:, ::1] block = np.zeros((found, SIZE + n_values), np.int64)
    cdef int32_t[::1] touched = np.empty(found, np.int32)
    cdef int64_t[::1] full = np.empty(found, np.int64)
    cdef int64_t row
    cdef int i, k, n_touched = 0
    with nogil:
        for row in range(rows):
            i = place[row]
            if block[i, 0] == 0:
                touched[n_touched] = i
                n_touched += 1
                number[i] = _number(table, by, row)
                full[i] = table[whole, row] if whole >= 0 else 0
            block[i, 0] += 1
            for k in range(n_values):
                block[i, SIZE + k] += table[values[k], row]
            if row + 1 == rows or table[0, row + 1] != table[0, row]:
                for k in range(n_touched):
                    i = touched[k]
                    _add(total[i], block[i], n_values, squared, full[i])
                n_touched = 0
    return numbers, sums


cdef inline int64_t _number(const int64_t[:, ::1] table, const int32_t[::1] by, int64_t row) noexcept nogil:
    """The number of a row's group, -1 if a digit is out of range."""
    cdef int64_t number = 0, digit
    cdef int k
    for k in range(by.shape[0]):
        digit = table[by[k], row]
        if digit < 0 or digit >= RADIX:
            return -1
        number = number * RADIX + digit
    return number


cdef int _places(const int64_t[:, ::1] table, const int32_t[::1] by, int32_t[::1] places,
                 int32_t[::1] place) noexcept nogil:
    """The place of each row's group among those found; how many there are, or -1 for bad rows."""
    cdef int64_t row, number, before = 0
    cdef int found = 0
    for row in range(table.shape[1]):
        number = _number(table, by, row)
        if number < 0 or (row > 0 and table[0, row] < before):
            return -1
        before = table[0, row]
        if places[number] == 0:
            found += 1
            places[number] = found
        place[row] = places[number] - 1
    return found


cdef void _add(int64_t[::1] total, int64_t[::1] block, int n_values, int squared,
               int64_t full) noexcept nogil:
    """Add a block to the sums of its group, and empty it; ``full``: the size of a whole one."""
    cdef int64_t size = block[0], value
    cdef int k
    total[0] += size
    total[1] += 1
    total[2] += size * size
    total[3] += size == full
    block[0] = 0
    for k in range(n_values):
        value = block[SIZE + k]
        total[FIXED + k] += value
        if k < squared:
            total[FIXED + n_values + k] += value * value
            total[FIXED + n_values + squared + k] += value * size
        block[SIZE + k] = 0


def first_of_each(const int64_t[::1] numbers, int64_t below):
    """Which rows are the first with their number, from 0 to ``below`` - 1: flags [rows].

    Raises ValueError for a number out of range.
    """
    flags = np.zeros(numbers.shape[0], np.bool_)
    cdef uint8_t[::1] first = flags.view(np.uint8)
    cdef uint8_t[::1] seen = np.zeros(below, np.uint8)
    cdef int64_t row, number
    cdef bint bad = False
    with nogil:
        for row in range(numbers.shape[0]):
            number = numbers[row]
            if number < 0 or number >= below:
                bad = True
                break
            first[row] = seen[number] == 0
            seen[number] = 1
    if bad:
        raise ValueError("first_of_each: a number out of range")
    return flags


def products(const int32_t[:, ::1] first, const int32_t[:, ::1] second):
    """Sums of products, row by row of two tables of one shape: int64 [rows].

    Raises ValueError for tables of two shapes.
    """
    if first.shape[0] != second.shape[0] or first.shape[1] != second.shape[1]:
        raise ValueError("products: tables of two shapes")
    sums = np.zeros(first.shape[0], np.int64)
    cdef int64_t[::1] total = sums
    cdef int64_t row, column, found
    with nogil:
        for row in range(first.shape[0]):
            found = 0
            for column in range(first.shape[1]):
                found += <int64_t>first[row, column] * second[row, column]
            total[row] = found
    return sums


def ratio_sums(const int32_t[:, ::1] x, const int32_t[:, ::1] n):
    """Sums of x, n, xx, xn, nn, and how many n aren't 0, row by row of two tables of one shape.

    Returns int64 [rows, 6].  Raises ValueError for tables of two shapes.
    """
    if x.shape[0] != n.shape[0] or x.shape[1] != n.shape[1]:
        raise ValueError("ratio_sums: tables of two shapes")
    sums = np.zeros((x.shape[0], 6), np.int64)
    cdef int64_t[:, ::1] total = sums
    cdef int64_t row, column, a, b, sum_a, sum_b, aa, ab, bb, filled
    with nogil:
        for row in range(x.shape[0]):
            sum_a = sum_b = aa = ab = bb = filled = 0
            for column in range(x.shape[1]):
                a, b = x[row, column], n[row, column]
                sum_a += a
                sum_b += b
                aa += a * a
                ab += a * b
                bb += b * b
                filled += b != 0
            total[row, 0], total[row, 1], total[row, 2] = sum_a, sum_b, aa
            total[row, 3], total[row, 4], total[row, 5] = ab, bb, filled
    return sums


def paired_sums(const int32_t[:, ::1] x, const int32_t[:, ::1] n, const int32_t[:, ::1] y,
                const int32_t[:, ::1] m):
    """Sums of xy, xm, ny, nm, and in how many columns x, n aren't y, m, row by row of tables of one shape.

    Returns int64 [rows, 5].  Raises ValueError for tables of several shapes.
    """
    cdef int64_t rows = x.shape[0], columns = x.shape[1]
    if not (n.shape[0] == y.shape[0] == m.shape[0] == rows
            and n.shape[1] == y.shape[1] == m.shape[1] == columns):
        raise ValueError("paired_sums: tables of several shapes")
    sums = np.zeros((rows, 5), np.int64)
    cdef int64_t[:, ::1] total = sums
    cdef int64_t row, column, a, b, c, d, ac, ad, bc, bd, differing
    with nogil:
        for row in range(rows):
            ac = ad = bc = bd = differing = 0
            for column in range(columns):
                a, b, c, d = x[row, column], n[row, column], y[row, column], m[row, column]
                ac += a * c
                ad += a * d
                bc += b * c
                bd += b * d
                differing += a != c or b != d
            total[row, 0], total[row, 1], total[row, 2], total[row, 3] = ac, ad, bc, bd
            total[row, 4] = differing
    return sums


def add_up(int32_t[:, ::1] total, const int32_t[::1] row, const int32_t[::1] column,
           const int32_t[::1] values=None):
    """Adds whole values (1 if None) to the cells of a table that ``row`` and ``column`` name, one each.

    Raises ValueError for a cell that isn't there, and for names and values of two lengths.
    """
    cdef int64_t n = row.shape[0], i
    cdef bint bad = column.shape[0] != n or (values is not None and values.shape[0] != n)
    cdef bint counts = values is None
    if not bad:
        with nogil:
            for i in range(n):
                if row[i] < 0 or row[i] >= total.shape[0] or column[i] < 0 or column[i] >= total.shape[1]:
                    bad = True
                    break
                total[row[i], column[i]] += 1 if counts else values[i]
    if bad:
        raise ValueError("add_up: a cell that isn't there, or names and values of two lengths")
