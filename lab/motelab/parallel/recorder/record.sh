#!/bin/sh
# Measures what the tables of arruda2014 need on this machine, and writes it to one file: sh record.sh FILE
# It needs only this folder, POSIX tools and Linux. Tests with more threads than processors are left out.
# ./motecurve parallel import FILE takes the file in.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
output=${1:?give the file to write, such as machine.txt}
partial=$output.partial
processors=$(getconf _NPROCESSORS_ONLN)
trap 'rm -f "$partial"' EXIT

line_of() { # the first line of a file, or unknown
    if [ -r "$1" ]; then head -n 1 "$1"; else echo unknown; fi
}

{
    echo "motecurve parallel record 1"
    echo "date $(date -u +%Y-%m-%d)"
    echo "processor $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)"
    echo "processors $processors"
    for cpu in /sys/devices/system/cpu/cpu[0-9]*; do
        package=$(line_of "$cpu/topology/physical_package_id")
        core=$(line_of "$cpu/topology/core_id")
        governor=$(line_of "$cpu/cpufreq/scaling_governor")
        echo "cpu ${cpu##*/cpu} package $package core $core governor $governor"
    done
    while read -r threads scenario arguments; do
        if [ "$threads" -gt "$processors" ]; then continue; fi
        echo "process $scenario $arguments"
        case $scenario in parts) program=phase_times ;; *) program=modmul_times ;; esac
        # shellcheck disable=SC2086 # the arguments are words
        OMP_WAIT_POLICY=active "$folder/$program" $arguments
        echo "$scenario $arguments" >&2
    done < "$folder/plan"
    echo "end"
} > "$partial"
mv "$partial" "$output"
trap - EXIT
