"""Registers the driver with the sources of Mbed TLS: writes its calls into the functions of
library/psa_crypto_driver_wrappers*, in front of every other driver.

    register.py MBEDTLS

MBEDTLS is a folder of Mbed TLS 2.28 or 3.x, which is changed. A second run changes nothing. Prints the calls that are
registered then: 2.28 gives no driver key agreements."""

import re
import sys
from pathlib import Path

OPERATIONS = (
    *("import_key", "generate_key", "export_public_key", "sign_hash", "verify_hash", "sign_message", "verify_message"),
    "key_agreement",
)
BEGINS = "#if defined(PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT)\n"
FUNCTION = re.compile(r"^(?:static inline )?psa_status_t psa_driver_wrapper_(\w+)\(([^)]*)\)\s*\{.*?^\}", re.M | re.S)
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
        arguments = ", ".join(re.findall(r"\w+", parameter)[-1] for parameter in parameters.split(","))
        return match[0].replace(BEGINS, BEGINS + CALL.format(operation=operation, arguments=arguments), 1)

    text = FUNCTION.sub(with_call, text)
    if found and INCLUDE not in text:
        text = text.replace(CORE, CORE + INCLUDE, 1)
    return text, found


def main() -> int:
    if len(sys.argv) != 2:
        print("register.py: give one folder, that of Mbed TLS", file=sys.stderr)
        return 2
    files = sorted(Path(sys.argv[1]).glob("library/psa_crypto_driver_wrappers*.[ch]"))
    results = {path: registered(path.read_text()) for path in files}
    operations = [operation for _, found in results.values() for operation in found]
    if not operations:
        print(f"register.py: {sys.argv[1]} has no library/psa_crypto_driver_wrappers of Mbed TLS", file=sys.stderr)
        return 2
    for path, (text, found) in results.items():
        if found:
            path.write_text(text)
    print(*sorted(operations, key=OPERATIONS.index))
    return 0


if __name__ == "__main__":
    sys.exit(main())
