"""GLS254 for AVR: products and sums in F_2^254 = F_2^127(u), and squares."""
