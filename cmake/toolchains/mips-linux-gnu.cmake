# Builds for mips Linux on another machine, and runs programs in an emulator:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/mips-linux-gnu.cmake
# Debian's packages: gcc-mips-linux-gnu, libc6-dev-mips-cross, qemu-user.
set(processor mips)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
