"""Registers the driver with the sources of TF-PSA-Crypto or Mbed TLS: writes its calls in front of every other driver's
into the functions of psa_crypto_driver_wrappers*, and into the templates that these files are generated from.

    register.py FOLDER

FOLDER has TF-PSA-Crypto 1.x or Mbed TLS 2.28, 3.x or 4.x, which is changed. A second run changes nothing. Prints the
calls that are registered then: 2.28 gives no driver key agreements."""

import re
import sys
from pathlib import Path

OPERATIONS = (
    *("import_key", "generate_key", "export_public_key", "sign_hash", "verify_hash", "sign_message", "verify_message"),
    "key_agreement",
)
# The dispatch of Mbed TLS 2.28 and 3.x, and that of TF-PSA-Crypto, alone or within Mbed TLS 4.x.
PLACES = ("library", "core", "scripts/data_files/driver_templates")
PLACES += tuple(f"tf-psa-crypto/{place}" for place in PLACES[1:])
BEGINS = "#if defined(PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT)\n"
FUNCTION = re.compile(r"^(?:static inline )?psa_status_t psa_driver_wrapper_(\w+)\(([^)]*)\)\s*\{.*?^\}", re.M | re.S)
# Parameters that only the dispatch has: those of RSA keys, since Mbed TLS 3.6.
NOT_OURS = re.compile("custom|params")
CALL = """#if defined(MOTECURVE_PSA_DRIVER)
            status = motecurve_transparent_{operation}({arguments});
            if (status != PSA_ERROR_NOT_SUPPORTED)
                return status;
#endif
"""
CORE = '#include "psa_crypto_core.h"\n'
INCLUDE = """#if defined(MOTECURVE_PSA_DRIVER)
#include "motecurve_psa.h"
#endif
"""


def registered(text: str) -> tuple[str, list[str]]:
    """The text of a file with the calls, and the operations that it has."""
    found = []

    def with_call(match: re.Match[str]) -> str:
        operation, parameters = match[1], match[2]
        if operation not in OPERATIONS or BEGINS not in match[0]:
            return match[0]
        found.append(operation)
        if "MOTECURVE_PSA_DRIVER" in match[0]:
            return match[0]
        names = [re.findall(r"\w+", parameter)[-1] for parameter in parameters.split(",")]
        arguments = ", ".join(name for name in names if not NOT_OURS.match(name))
        return match[0].replace(BEGINS, BEGINS + CALL.format(operation=operation, arguments=arguments), 1)

    text = FUNCTION.sub(with_call, text)
    if found and INCLUDE not in text:
        text = text.replace(CORE, CORE + INCLUDE, 1)
    return text, found


def main() -> int:
    if len(sys.argv) != 2:
        print("register.py: give one folder, that of TF-PSA-Crypto or Mbed TLS", file=sys.stderr)
        return 2
    files = [path for place in PLACES for path in Path(sys.argv[1], place).glob("psa_crypto_driver_wrappers*")]
    results = {path: registered(path.read_text()) for path in files}
    operations = {operation for _, found in results.values() for operation in found}
    if not operations:
        print(
            f"register.py: {sys.argv[1]} has no psa_crypto_driver_wrappers of TF-PSA-Crypto or Mbed TLS",
            file=sys.stderr,
        )
        return 2
    for path, (text, found) in results.items():
        if found:
            path.write_text(text)
    print(*sorted(operations, key=OPERATIONS.index))
    return 0


if __name__ == "__main__":
    sys.exit(main())
