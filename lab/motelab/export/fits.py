"""How a drop refuses a program that leaves too little stack: values for templates, above all of part 0 of
motecurve.c."""

OWN_STACK_BYTES = 64  # of main, its functions and interrupts, if users name no other number
SYSTEMS = ("zephyr", "riot", "esp_idf")  # whose threads have a stack each
# Names in linker scripts: ends of the stack, or of the variables below it.
ENDS = {"avr": ("__heap_start",), "others": ("__StackLimit", "_end", "end")}
FITS_ROW = "| `motecurve_fits.ld` | for the linker: refuses a program that leaves too little stack |\n"
# By what refuses it: the sentences of README.md.
WAYS = {
    # The linker, where its scripts leave all RAM behind the variables to the stack: a section of that size.
    "by_size": "The linker refuses a program without this room: it has no place then for a section\n"
    "`.room_for_..._bytes_of_stack_in_motecurve`.",
    # The linker, where the script of a device names the ends of the stack, or else the program when it starts.
    "by_symbols": "The linker refuses a program without this room if the last script is the drop's: `-T device.ld\n"
    "-T motecurve_fits.ld`, in CMake `target_link_libraries(... motecurve motecurve_fits)`. Without it the program\n"
    "stops in `motecurve_too_little_stack`, before `main`.",
    "at_start": "Without this room the program stops in `motecurve_too_little_stack`, before `main`.",
    "linux": "Of the stack under Linux, `ulimit -s` tells.",
    "zephyr": "The compiler refuses a smaller `CONFIG_MAIN_STACK_SIZE`, unless `CONFIG_MOTECURVE_IN_OTHER_THREADS=y`.",
    "riot": "The compiler refuses a smaller `THREAD_STACKSIZE_MAIN`, unless `MOTECURVE_IN_OTHER_THREADS` is defined.",
    "esp_idf": "The compiler refuses a smaller `CONFIG_ESP_MAIN_TASK_STACK_SIZE`, unless\n"
    "`MOTECURVE_IN_OTHER_THREADS` is defined.",
}


def way_of(kind: str, package: str = "") -> str:
    """What refuses a program on a kind of devices (texts.kind_of), in a package or, if that is empty, alone."""
    system = package.replace("-", "_")
    if system in SYSTEMS:
        return system
    return {"avr": "by_size", "msp430": "by_size", "linux": "linux"}.get(kind, "at_start" if package else "by_symbols")


def values(kind: str, stack_bytes: int, package: str = "") -> dict[str, str | bool]:
    """The values for templates; `stack_bytes` are those of the deepest call."""
    way, ends = way_of(kind, package), ENDS["avr" if kind == "avr" else "others"]
    return {
        **{system: system == way for system in SYSTEMS}, "by_size": way == "by_size", "by_symbols": way == "by_symbols",
        "refuses_to_start": refuses_to_start(kind, package),
        "ends_of_variables": way in ("by_size", "by_symbols", "at_start"),
        "END_SYMBOLS": ", ".join(f"{name}[] __attribute__((weak))" for name in ends),
        "END_ADDRESSES": ", ".join(f"(uintptr_t){name}" for name in ends),
        "STACK_BYTES": str(stack_bytes), "OWN_STACK_BYTES": str(OWN_STACK_BYTES),
        "NEEDED_STACK_BYTES": str(stack_bytes + OWN_STACK_BYTES),
        "FITS_HOW": WAYS[way], "FITS_ROW": FITS_ROW if way == "by_symbols" else "",
    }  # fmt: skip


def refuses_to_start(kind: str, package: str = "") -> bool:
    return way_of(kind, package) in ("by_symbols", "at_start")
