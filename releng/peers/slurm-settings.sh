# SPDX-License-Identifier: EPL-2.0
# Sourced by the scripts that start Slurm on this machine. Reads work, the folder of its files. POSIX sh.

# require_slurm PACKAGES: fails if a program of Slurm or MUNGE is missing
require_slurm() {
	for command in slurmctld slurmd srun munged; do
		command -v "$command" >/dev/null || fail "no $command; install the packages $1"
	done
}

munge_key() {
	(umask 077 && dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 2>/dev/null)
}

# slurm_settings: prints what each slurm.conf begins with
slurm_settings() {
	cat <<-CONFIGURATION
		SlurmUser=root
		AuthType=auth/munge
		AuthInfo=socket=$work/munge.socket
		CredType=cred/munge
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SwitchType=switch/none
		SlurmdParameters=config_overrides
		StateSaveLocation=$work/state
		SlurmctldPidFile=$work/slurmctld.pid
		SlurmctldLogFile=$work/slurmctld.log
	CONFIGURATION
}
