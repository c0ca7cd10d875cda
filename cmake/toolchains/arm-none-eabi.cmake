# Builds for a Cortex-M without a system; the processor's flags are in CMAKE_C_FLAGS:
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/arm-none-eabi.cmake -DCMAKE_C_FLAGS="-mcpu=cortex-m4 -mthumb"
# Debian's packages: gcc-arm-none-eabi, libnewlib-arm-none-eabi.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a program needs the board's start-up code
