"""The warnings under which every drop compiles, on all kinds of devices."""

FLAGS = ("-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Wundef", "-Wshadow", "-Werror")
MAKE = f"WARNINGS={' '.join(FLAGS)}"  # the variable of a drop's Makefile
