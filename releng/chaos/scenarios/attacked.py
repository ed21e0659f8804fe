# SPDX-License-Identifier: EPL-2.0
"""A launcher under one or several attacks: good clients repeat their work before, during and after it, and their times are recorded."""

import os
import signal
import statistics
import subprocess
import sys
import threading
import time

import processes
from launcher import RANK, REACTION_SECONDS, START_SECONDS, Launcher, Remains, wait_for
from scenarios.row import Row

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROBES = 2
CYCLES_BEFORE = 5
CYCLES_AFTER = 5
HANG_SECONDS = 20
STOP_FILE = "stop"
CYCLES_TO_STOP = 10
LARGE_PUT_LIMIT_MS = 15000
DESCRIPTORS_SPARE = 4
STRANGER = 65533


def run(setting, seconds, seed, heap, name, attacks):
	row = Row(name, heap)
	if any(attack.stranger for attack in attacks) and os.getuid() != 0:
		row.note = "skipped: needs root"
		return row
	put_bytes = max(attack.put_bytes for attack in attacks)
	if put_bytes > 0:
		# the values alone fill a small heap
		row.heap = heap = None
	limit_ms = max(setting.limit_ms, LARGE_PUT_LIMIT_MS) if put_bytes > 0 else setting.limit_ms
	launcher = Launcher(setting, ["-n", str(PROBES), RANK, "probe", STOP_FILE, str(PROBES), str(put_bytes), ":", "-n", "1", "sh", "-c",
			"cat /proc/self/environ >door.new && mv door.new door; exec " + RANK + " linger >/dev/null"], heap)
	try:
		under_attack(launcher, attacks, seconds, seed, row, limit_ms)
	finally:
		launcher.clear()
	return row


def under_attack(launcher, attacks, seconds, seed, row, limit_ms):
	door = os.path.join(launcher.folder, "door")
	output = launcher.output
	problems = row.problems
	if not wait_for(lambda: (os.path.exists(door) and len(output.cycles) >= PROBES * CYCLES_BEFORE) or output.ended.is_set(), START_SECONDS) \
			or output.ended.is_set():
		problems.append("the job does not start: " + repr(bytes(launcher.errors)[-500:]))
		return
	threads = processes.threads(launcher.pid)
	descriptors = processes.descriptors(launcher.pid)
	begin = time.monotonic()
	attackers = [start_attacker(attack, seed, seconds, door) for attack in attacks]
	watch(attackers, output, seconds, problems)
	row.turns = sum(finish(attacker, problems) for attacker in attackers)
	after = time.monotonic()
	wait_for(lambda: len(output.times_between(after, time.monotonic())) >= PROBES * CYCLES_AFTER or output.ended.is_set(), HANG_SECONDS)
	times = output.times_between(begin, time.monotonic())
	if len(output.times_between(after, time.monotonic())) < PROBES * CYCLES_AFTER:
		problems.append("good clients are not served after the attack")
	row.cycles = len(times)
	if times:
		row.median, row.maximum = statistics.median(times), max(times)
		if row.maximum > limit_ms:
			problems.append(f"a good client took {row.maximum:.0f} ms; the limit is {limit_ms:g} ms")
	lost = sorted(set(threads) - set(processes.threads(launcher.pid)))
	if lost:
		problems.append("threads died: " + " ".join(lost))
	end_job(launcher, descriptors, row)
	row.add_lost(output)
	launcher.judge_errors(problems)
	row.add_remains(Remains(launcher, problems))


def start_attacker(attack, seed, seconds, door):
	script = os.path.join(HERE, "attacker.py")
	as_other = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups"] if attack.stranger else []
	return subprocess.Popen(as_other + [sys.executable, script, attack.name, seed, str(seconds), door], stdin=subprocess.DEVNULL,
			stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def watch(attackers, output, seconds, problems):
	"""Waits for the end of the attacks; returns early if the good clients hang."""
	end = time.monotonic() + seconds + HANG_SECONDS
	while any(attacker.poll() is None for attacker in attackers) and time.monotonic() < end:
		if output.ended.is_set():
			problems.append("the job ended during the attack")
			return
		if time.monotonic() - output.last_cycle > HANG_SECONDS:
			problems.append(f"good clients hang for {HANG_SECONDS} s")
			return
		time.sleep(0.05)


def finish(attacker, problems):
	"""Ends the attacker and returns the number of its turns."""
	if attacker.poll() is None:
		os.killpg(attacker.pid, signal.SIGKILL)
	answer, errors = attacker.communicate()
	if errors:
		problems.append("attacker: " + errors.strip()[-300:])
	return int(answer.split()[0]) if answer else 0


def stop_probes(folder, cycle):
	"""Tells the probes after which cycle to stop; all stop after the same, because they wait for each other in a fence."""
	path = os.path.join(folder, STOP_FILE)
	with open(path + ".new", "w", encoding="ascii") as file:
		file.write(f"{cycle}\n")
	os.rename(path + ".new", path)


def end_job(launcher, descriptors, row):
	"""Stops the good clients in order, so that their output can be checked to its end, and then presses Ctrl-C."""
	output = launcher.output
	if not output.ended.is_set():
		stop_probes(launcher.folder, len(output.cycles) // PROBES + CYCLES_TO_STOP)
		if not wait_for(lambda: output.finished() >= PROBES or output.ended.is_set(), HANG_SECONDS):
			row.problems.append("the good clients do not end")
		wait_for(lambda: processes.descriptors(launcher.pid) <= descriptors, REACTION_SECONDS)
		row.descriptors = processes.descriptors(launcher.pid) - descriptors
		if row.descriptors > DESCRIPTORS_SPARE:
			row.problems.append(f"{row.descriptors} more descriptors than before the attack")
		row.memory = processes.memory_megabytes(launcher.pid)
		row.live = launcher.live_heap()
	elif not any("ended" in problem for problem in row.problems):
		row.problems.append("the job ended after the attack: " + repr(bytes(launcher.errors)[-500:]))
	row.reaction = launcher.interrupt(row.problems)
