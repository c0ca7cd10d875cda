#!/usr/bin/env bash
# Installs what is missing: Debian packages (through sudo when not root) and, in .venv, the Python packages
# of lab/requirements.lock. Does nothing, in a few milliseconds, when nothing is missing.
#
#   tools/setup.sh host    what commands need that measure no simulated board, such as key, sign and curves
#   tools/setup.sh run     that, and what `make run` and the other commands of ./motecurve need
#   tools/setup.sh ibex    that, and what the boards ibex and ibex-b need (lab/motelab/boards/ibex.py builds the rest)
#   tools/setup.sh test    all of these, and what only the tests and checks need
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

level=${1:-run}
host_packages=(gcc libc6-dev cmake ninja-build python3 python3-venv)
run_packages=(gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev gcc-arm-linux-gnueabi qemu-user gcc-arm-none-eabi
    qemu-system-arm libgmp-dev libssl-dev)
# The preprocessors of MSP430 and RV32 tell what a board chooses, which names its committed record.
run_packages+=(clang-14 gcc-riscv64-unknown-elf)
ibex_packages=(verilator g++ make)
test_packages=(build-essential pari-gp openssl valgrind clang libclang-rt-14-dev shellcheck
    libmbedtls-dev libbotan-2-dev libsecp256k1-dev libsodium-dev binutils-source bison flex m4 xz-utils mspdebug
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross libnewlib-arm-none-eabi
    gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-mips-linux-gnu libc6-dev-mips-cross libc6-dev-i386 lib32gcc-12-dev
    gcc-arm-linux-gnueabihf libc6-dev-armhf-cross pkg-config universal-ctags python3-dev simavr
    libunicorn-dev
    arduino-core-avr arduino-builder debhelper lintian chromium chromium-driver
    cargo librust-cmake-dev librust-getrandom-dev librust-pkg-config-dev librust-zeroize-dev)
case $level in
host) packages=("${host_packages[@]}") ;;
run) packages=("${host_packages[@]}" "${run_packages[@]}") ;;
ibex) packages=("${host_packages[@]}" "${run_packages[@]}" "${ibex_packages[@]}") ;;
test) packages=("${host_packages[@]}" "${run_packages[@]}" "${ibex_packages[@]}" "${test_packages[@]}") ;;
*)
    echo "setup: unknown level '$level'; use host, run, ibex or test" >&2
    exit 2
    ;;
esac

stamp=build/setup/$level
fingerprint=$(cat tools/setup.sh lab/requirements.lock lab/checkout.pth | sha256sum)
levels=(host run ibex test) # each has what those before it have
for done in "${levels[@]/#/build/setup/}"; do
    if [ "$done" = "$stamp" ]; then is_enough=1; fi
    if [ -n "${is_enough-}" ] && [ -x .venv/bin/python ] && [ "$(cat "$done" 2>/dev/null)" = "$fingerprint" ]; then
        exit 0
    fi
done

# A checkout of another user, or a disk that is full or read-only: what is installed may still be enough.
cannot_write() {
    if [ -x .venv/bin/python ] && [ "$(cat .venv/lock.sha256 2>/dev/null)" = "$(sha256sum <lab/requirements.lock)" ]; then
        exit 0 # commands name a compiler or a simulator that is missing
    fi
    owner=$(stat -c %U .)
    echo "setup: $PWD is not set up, and this user cannot write there (its owner is $owner);" \
        "as $owner, run: $PWD/tools/setup.sh $level; or make a checkout of your own" >&2
    exit 2
}
mkdir -p build/setup 2>/dev/null || cannot_write
{ : >>build/setup/lock; } 2>/dev/null || cannot_write
exec 9>build/setup/lock
flock 9 # a second set-up waits for the first

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "setup: installing ${missing[*]}" >&2
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "setup: neither root nor sudo; as root, run: apt-get install ${missing[*]}" >&2
            exit 2
        }
        as_root=(sudo)
    fi
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -qq >&2
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >build/setup/apt.log 2>&1 || {
        tail -n 5 build/setup/apt.log >&2
        echo "setup: apt-get failed; its whole output is in build/setup/apt.log" >&2
        exit 2
    }
fi

wanted=$(sha256sum <lab/requirements.lock)
if [ "$(cat .venv/lock.sha256 2>/dev/null)" != "$wanted" ]; then
    echo "setup: installing the Python packages of lab/requirements.lock into .venv" >&2
    [ -x .venv/bin/python ] || python3 -m venv .venv
    .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r lab/requirements.lock
    echo "$wanted" >.venv/lock.sha256
fi
# So that .venv/bin/python finds the lab, from any folder and without PYTHONPATH.
cp lab/checkout.pth .venv/lib/python3*/site-packages/
echo "$fingerprint" >"$stamp" || {
    echo "setup: $PWD/$stamp cannot be written; is the disk full?" >&2
    exit 2
}
