#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# slurm.sh - runs a program under srun and its plug-in for PMIx, on a Slurm with one node that is started for this call and ended after it:
#
#   releng/peers/slurm.sh -n 4 examples/ring
#
# Needs root and Debian's packages slurm-wlm and munge. All files are in a temporary folder; the daemons listen on 127.0.0.1 only.
set -eu

fail() {
	echo "slurm: $*" >&2
	exit 1
}

. "$(dirname "$(readlink -f "$0")")/slurm-settings.sh"

# wait_for SECONDS COMMAND...: until the command succeeds
wait_for() {
	tries=$(($1 * 10))
	shift
	until "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || fail "still fails: $*; see $work"
		sleep 0.1
	done
}

# ended PID: whether a process has ended; a zombie has no executable
ended() {
	! readlink "/proc/$1/exe"
}

# end_daemon NAME: ends a daemon, if it runs
end_daemon() {
	if [ -s "$work/$1.pid" ]; then
		pid=$(cat "$work/$1.pid")
		kill "$pid" 2>/dev/null || :
		wait_for 30 ended "$pid"
	fi
}

end_all() {
	end_daemon slurmd
	end_daemon slurmctld
	end_daemon munged
}

[ "$(id -u)" -eq 0 ] || fail "needs root"
require_slurm 'slurm-wlm and munge'

work=$(mktemp -d "${TMPDIR:-/tmp}/slurm.XXXXXX")
chmod 755 "$work"
mkdir "$work/state" "$work/spool"
name=$(hostname -s)
trap end_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

munge_key
munged --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" --seed-file="$work/munge.seed" \
	--log-file="$work/munged.log"
{
	slurm_settings
	cat <<-CONFIGURATION
		ClusterName=one
		SlurmctldHost=$name(127.0.0.1)
		CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
		SlurmdSpoolDir=$work/spool
		SlurmdPidFile=$work/slurmd.pid
		SlurmdLogFile=$work/slurmd.log
		NodeName=localhost NodeHostname=$name NodeAddr=127.0.0.1 CPUs=128
		PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
	CONFIGURATION
} >"$work/slurm.conf"
export SLURM_CONF="$work/slurm.conf"
slurmctld -f "$SLURM_CONF" -i
slurmd -f "$SLURM_CONF"
wait_for 30 sh -c 'sinfo -h -o %t | grep -q idle'
code=0
srun --mpi=pmix "$@" || code=$?
trap - EXIT
end_all
rm -rf "$work"
exit "$code"
