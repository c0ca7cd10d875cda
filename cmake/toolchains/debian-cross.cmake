# Toolchain files of Debian's cross compilers set `processor` and include this one. Test programs run in an emulator.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_C_COMPILER ${processor}-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${processor} -L /usr/${processor}-linux-gnu)
# Headers and libraries are the target's, programs this machine's.
set(CMAKE_FIND_ROOT_PATH /usr/${processor}-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
