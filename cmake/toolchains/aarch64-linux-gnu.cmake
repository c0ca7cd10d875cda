# Builds for 64-bit Arm Linux on another machine, and runs the test programs in an emulator:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/aarch64-linux-gnu.cmake -DMC_TESTS=ON
# Debian's packages: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user.
set(processor aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
