"""The table of a half of a factor: 16 rows of 16 bytes, on a page of memory, so that an octet is a row's address."""

ROW_BYTES = 16
PAGE_BYTES = 256
TABLE_BYTES = 2 * PAGE_BYTES - 1  # wherever it begins, it contains a whole page
TABLE_NAMES = {"previous": 19, "t8": 22}
# (register, source, row): register ^= source if there is a source, then it is stored as that row. Starting from T[1],
# T[2], T[4], T[8] in t1, t2, t4, t8, each sum is made once. The order follows the groups of four rows that a pointer
# reaches.
ROWS = (("t1", "", 1), ("t2", "", 2), ("t1", "t2", 3))
ROWS += (("t4", "", 4), ("t4", "t1", 7), ("t4", "t2", 5), ("t4", "t1", 6))
ROWS += (("t8", "", 8), ("t8", "t2", 10), ("t8", "t1", 9), ("t8", "t2", 11))
ROWS += (("t8", "t4", 13), ("t8", "t1", 14), ("t8", "t2", 12), ("t8", "t1", 15))
GROUP = 4
GROUP_BEGINNINGS = (4, 8, 13)  # the first row of each group, except Y's group
