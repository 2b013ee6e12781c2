#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# explore-pieces.sh SESSION PIECES [OPTION…]
#
# Explores a session in pieces, as many at a time as there are processors, and reports what all of them have come to. The options
# are those of “loopscope-cli explore” that say what is explored, such as --bound. The exit status is that of “loopscope-cli merge”, and 3 where a piece could not be
# explored. Needs GNU parallel, which takes several machines with --sshlogin where they share a folder.
#
# With Slurm, each piece is a task of an array:
#   sbatch --array=1-64 --wrap 'loopscope-cli explore lock.loopscope --piece "$SLURM_ARRAY_TASK_ID/64" \
#     --checkpoint "lock-$SLURM_ARRAY_TASK_ID.piece" --resume || [ $? -eq 1 ]'
# With Kubernetes, each is a pod of an indexed job (completionMode: Indexed), with a volume that all of them share:
#   loopscope-cli explore lock.loopscope --piece "$((JOB_COMPLETION_INDEX + 1))/64" \
#     --checkpoint "/pieces/lock-$JOB_COMPLETION_INDEX.piece" --resume || [ $? -eq 1 ]
# And when all have ended:
#   loopscope-cli merge lock.loopscope lock-*.piece

set -eu

[ $# -ge 2 ] || { echo "usage: $0 SESSION PIECES [OPTION…]" >&2; exit 2; }
session=$1
n=$2
shift 2
pieces=$(mktemp -d)
trap 'rm -rf "$pieces"' EXIT
trap 'exit 130' INT TERM

# Status 1 says that there are findings, and 4 that a budget has ended a piece: the whole says so too.
explore='loopscope-cli explore "$0" --piece "$1/$2" --checkpoint "$3/$1" "${@:4}" >/dev/null; s=$?; [ $s -le 1 ] || [ $s -eq 4 ]'
seq "$n" | parallel --will-cite --quote --halt now,fail=1 bash -c "$explore" "$session" {} "$n" "$pieces" "$@" || exit 3

set --
while [ $# -lt "$n" ]; do
  set -- "$@" "$pieces/$(($# + 1))"
done
loopscope-cli merge "$session" "$@"
