# SPDX-License-Identifier: EPL-2.0
"""Clients and tools as victims, and as those who harm: an impostor at the port of a dead server, followers that do not read, outsiders."""

import os
import select
import subprocess
import sys
import time

from attackers import AS_STRANGER
from launcher import RANK, REACTION_SECONDS, START_SECONDS, WRITE_DOOR, Launcher, finish, wait_for
from scenarios.crowd import check
from scenarios.row import Row
from wire import CLIENT, TOOL, TOOL_OF_HOST, Door, environment_of, pull_all

# accepts connections and prints the number of bytes that each has sent
IMPOSTOR = """
import socket
door = socket.create_server(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
while True:
	with door.accept()[0] as victim:
		total = 0
		while part := victim.recv(65536):
			total += len(part)
	print(total, flush=True)
"""
FOLLOWERS = 5
LINES = 400000
LIMIT_SECONDS = 40


def impostor(setting, seconds, seed, heap):
	"""Submits jobs to the port of another user, by its address and by a file that a dead server might have left; needs root."""
	row = Row("impostor", heap)
	if os.getuid() != 0:
		row.note = "needs root"
		return row
	folder = os.path.join(setting.work, "impostor")
	os.makedirs(folder, mode=0o700, exist_ok=True)
	row.turns = 0
	stranger = subprocess.Popen(AS_STRANGER + [sys.executable, "-c", IMPOSTOR], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
	try:
		ready = select.select([stranger.stdout], [], [], START_SECONDS)[0]
		port = stranger.stdout.readline().strip() if ready else ""
		if port:
			deceive(setting, folder, stranger.pid, port, time.monotonic() + seconds, row)
		else:
			row.problems.append("the impostor does not start")
	finally:
		stranger.kill()
		received, errors = stranger.communicate(timeout=REACTION_SECONDS)
		row.problems += ["impostor: " + errors.strip()[-300:]] if errors else []
	sent = sum(int(line) for line in received.split())
	if sent:
		row.problems.append(f"an impostor was sent {sent} bytes")
	return row


def deceive(setting, folder, pid, port, end, row):
	"""Submits jobs to the address of an impostor, and by a file that names its process, in turn."""
	uri = f"old.0;tcp4://127.0.0.1:{port}"
	file = os.path.join(folder, "left")
	with open(file, "w", encoding="ascii") as left:
		left.write(f"{uri}\n4.2.2\n{pid}\n0:0\nFri Nov  6 07:40:13 2026\n\n")
	environment = dict(os.environ, TMPDIR=folder, SECRET="of-the-victim")
	while row.turns < 2 or time.monotonic() < end:
		words = ["submit", "--dvm-uri", [uri, "file:" + file][row.turns % 2], "-n", "1", "true"]
		code, errors = finish([setting.pmix4j] + words, environment, folder, LIMIT_SECONDS)
		if code in (0, None) or len(errors.splitlines()) != 1:
			row.problems.append(f"submit to an impostor: exit code {code}, " + repr(errors[-300:]))
		row.turns += 1


def followers(setting, seconds, seed, heap):
	"""Five tools follow the output of a job and do not read it, as after Ctrl-Z; the job ends nevertheless, and none of its output is lost."""
	row = Row("followers", heap)
	script = f"{WRITE_DOOR}; while [ ! -e go ]; do sleep 0.1; done; exec {RANK} stream {LINES}"
	launcher = Launcher(setting, ["-n", "1", "sh", "-c", script], heap)
	held = []
	try:
		if not wait_for(lambda: os.path.exists(launcher.door), START_SECONDS):
			row.problems.append("the job does not start: " + repr(bytes(launcher.errors)[-300:]))
			return row
		door = Door.of(launcher.door)
		for _ in range(FOLLOWERS):
			held.append(door.peer(TOOL))
			held[-1].send(pull_all(door.namespace))
		open(os.path.join(launcher.folder, "go"), "w", encoding="ascii").close()
		begin = time.monotonic()
		check(launcher, launcher.wait(LIMIT_SECONDS), row, ranks=1)
		row.turns, row.maximum = FOLLOWERS, (time.monotonic() - begin) * 1000
	finally:
		for tool in held:
			tool.close()
		launcher.clear()
	return row


def outsiders(setting, seconds, seed, heap):
	"""Processes outside of a job connect in the name of its ranks, also with a copy of their environment; all are refused, the job runs on."""
	row = Row("outsiders", heap)
	script = f"{WRITE_DOOR}; exec {RANK} init"
	launcher = Launcher(setting, ["-n", "1", "sh", "-c", script, ":", "-n", "1", "sleep", "1000"], heap)
	try:
		if not wait_for(lambda: launcher.output.ranks.get(0) is not None, START_SECONDS):
			row.problems.append("the job does not start: " + repr(bytes(launcher.errors)[-500:]))
			return row
		environment = environment_of(launcher.door)
		copied = {name: value for name, value in environment.items() if name.startswith("PMIX_") and name != "PMIX_ID"}
		end = time.monotonic() + seconds
		row.turns = 0
		while row.turns < 4 or time.monotonic() < end:
			if row.turns % 4 == 3:
				code, _ = finish([setting.rank, "stranger"], dict(launcher.environment, **copied), launcher.folder, LIMIT_SECONDS)
				admitted = code == 0
			else:
				flag = TOOL_OF_HOST if row.turns % 4 == 2 else CLIENT
				admitted = is_admitted(Door(dict(environment, PMIX_RANK=str(row.turns % 2))), flag)
			row.turns += 1
			if admitted:
				row.problems.append("a process outside of the job was taken for one of its ranks")
				break
		if launcher.wait(0) is not None:
			row.problems.append("the job has ended: " + repr(bytes(launcher.errors)[-300:]))
		row.end(launcher)
	finally:
		launcher.clear()
	return row


def is_admitted(door, flag):
	try:
		door.peer(flag).close()
		return True
	except OSError:
		return False


SCENARIOS = {"impostor": impostor, "followers": followers, "outsiders": outsiders}
