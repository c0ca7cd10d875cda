# Builds for s390x Linux on another machine, and runs programs in an emulator:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/s390x-linux-gnu.cmake
# Debian's packages: gcc-s390x-linux-gnu, libc6-dev-s390x-cross, qemu-user.
set(processor s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
