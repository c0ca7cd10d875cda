# Builds for 32-bit x86 Linux by the compiler of x86-64, and runs programs in an emulator:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/i386-linux-gnu.cmake
# Debian's packages: gcc, libc6-dev-i386, lib32gcc-12-dev, qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i386)
set(CMAKE_C_COMPILER gcc)
# The kernel's headers are those of x86-64; the package that links them, gcc-multilib, excludes other cross compilers.
set(CMAKE_C_FLAGS_INIT "-m32 -idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_ASM_FLAGS_INIT -m32)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-i386)
