# SPDX-License-Identifier: EPL-2.0
"""A launcher under one or several attacks: good clients repeat their work before, during and after it, and their times are recorded."""

import os
import random
import statistics
import time

import processes
from attackers import Attackers
from launcher import RANK, REACTION_SECONDS, START_SECONDS, WRITE_DOOR, Launcher, Remains, wait_for
from scenarios.row import Row

PROBES = 2
CYCLES = 5
HANG_SECONDS = 20
STOP_FILE = "stop"
CYCLES_TO_STOP = 10
# cycles that commit large values take seconds each
END_SECONDS = 20 * HANG_SECONDS
LARGE_PUT_LIMIT_MS = 20000
DESCRIPTORS_SPARE = 4


def run(setting, seconds, seed, heap, name, attacks):
	row = Row(name, heap)
	if any(attack.stranger for attack in attacks) and os.getuid() != 0:
		row.note = "skipped: needs root"
		return row
	put_bytes = max(attack.put_bytes for attack in attacks)
	limit_ms = setting.limit_ms
	wanted = PROBES * CYCLES
	if put_bytes > 0:
		# the values alone fill a small heap, and take long to copy
		row.heap = None
		limit_ms = max(limit_ms, LARGE_PUT_LIMIT_MS)
		wanted = PROBES
	prefix = next((attack.prefix for attack in attacks if attack.prefix), [])
	launcher = Launcher(setting, ["-n", str(PROBES), RANK, "probe", STOP_FILE, str(PROBES), str(put_bytes), ":", "-n", "1", "sh", "-c",
			f"{WRITE_DOOR}; exec {RANK} linger >/dev/null"], row.heap, prefix)
	try:
		if is_working(launcher, wanted, row.problems):
			# the user may press Ctrl-C while the attack goes on, too
			if random.Random(seed).random() < 0.3:
				interrupted_during_attack(launcher, attacks, seconds, seed, row)
			else:
				attacked(launcher, attacks, seconds, seed, wanted, row)
			if row.maximum is not None and row.maximum > limit_ms:
				row.problems.append(f"a good client took {row.maximum:.0f} ms; the limit is {limit_ms:g} ms")
			row.add_lost(launcher.output)
			launcher.judge_errors(row.problems)
			row.add_remains(Remains(launcher, row.problems))
	finally:
		launcher.clear()
	return row


def is_working(launcher, wanted, problems):
	"""Waits until the good clients have made some cycles and the door of the server is known."""
	output = launcher.output
	if wait_for(lambda: output.ended.is_set() or os.path.exists(launcher.door) and len(output.cycles) >= wanted,
			START_SECONDS) and not output.ended.is_set():
		return True
	problems.append("the job does not start: " + repr(bytes(launcher.errors)[-500:]))
	return False


def interrupted_during_attack(launcher, attacks, seconds, seed, row):
	begin = time.monotonic()
	attackers = Attackers(attacks, seed, seconds + 2 * REACTION_SECONDS, launcher.door)
	attackers.wait(seconds, HANG_SECONDS, launcher.output, row.problems)
	measure(launcher.output, begin, row)
	row.memory, row.live = processes.memory_megabytes(launcher.pid), launcher.live_heap()
	row.reaction = launcher.interrupt(row.problems)
	row.turns = attackers.finish(row.problems)


def attacked(launcher, attacks, seconds, seed, wanted, row):
	output = launcher.output
	threads = processes.threads(launcher.pid)
	descriptors = processes.descriptors(launcher.pid)
	begin = time.monotonic()
	attackers = Attackers(attacks, seed, seconds, launcher.door)
	attackers.wait(seconds + HANG_SECONDS, HANG_SECONDS, output, row.problems)
	row.turns = attackers.finish(row.problems)
	after = time.monotonic()
	if not wait_for(lambda: output.ended.is_set() or len(output.times_since(after)) >= wanted, HANG_SECONDS):
		row.problems.append("good clients are not served after the attack")
	measure(output, begin, row)
	lost = sorted(set(threads) - set(processes.threads(launcher.pid)))
	if lost:
		row.problems.append("threads died: " + " ".join(lost))
	end_job(launcher, descriptors, row)


def measure(output, begin, row):
	times = output.times_since(begin)
	row.cycles = len(times)
	if times:
		row.median, row.maximum = statistics.median(times), max(times)


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
		wait_for(lambda: output.finished() >= PROBES or output.ended.is_set() or output.is_hanging(HANG_SECONDS), END_SECONDS)
		if output.finished() < PROBES and not output.ended.is_set():
			row.problems.append("the good clients do not end")
		wait_for(lambda: processes.descriptors(launcher.pid) <= descriptors, REACTION_SECONDS)
		row.descriptors = processes.descriptors(launcher.pid) - descriptors
		if row.descriptors > DESCRIPTORS_SPARE:
			row.problems.append(f"{row.descriptors} more descriptors than before the attack")
		row.memory, row.live = processes.memory_megabytes(launcher.pid), launcher.live_heap()
	elif not any("ended" in problem for problem in row.problems):
		row.problems.append("the job ended after the attack: " + repr(bytes(launcher.errors)[-500:]))
	row.reaction = launcher.interrupt(row.problems)
