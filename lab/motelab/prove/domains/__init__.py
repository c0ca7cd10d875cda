"""The domains: values that stand for functions of all inputs at once.

bilinear.py   forms over GF(2), as integers of bits: binary fields, tables at secret indexes; no solver (forms.py)
counting.py   products of integers with holes between their bits, for binary fields; no solver
counts.py     numbers of passes through a loop, beside counting.py; no solver
integers.py   polynomials over the integers, with carries as variables: products; no solver
pointers.py   pointers to any place, beside counts.py; no solver
quotients.py  the same, with each carry as a quotient of the number that the words stand for: Montgomery; no solver
              (bounds.py)
vectors.py    bit vectors, for two solvers that must agree"""
