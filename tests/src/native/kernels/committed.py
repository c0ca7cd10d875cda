"""The file that a test assembles for a kernel: the committed one, as builds take it, never the generator's text.
(`python3 -m codegen --check` alone compares the two.)"""

from pathlib import Path

from codegen.kernels import Kernel, native_folder


def is_committed(kernel: Kernel) -> bool:
    """Whether generated/native says that it has the kernel."""
    return f"#define {kernel.flag} 1\n" in (native_folder(kernel.target) / "meta.h").read_text()


def source(kernel: Kernel, folder: Path) -> Path:
    """The kernel's file, to be assembled with generated/ among the include folders. For a field without kernels in
    generated/native it is the generator's text, written to `folder`."""
    if is_committed(kernel):
        return kernel.path
    path = folder / f"{kernel.symbol}.S"
    path.write_text(kernel.text())
    return path
