# SPDX-License-Identifier: EPL-2.0
"""Clients and tools as victims, and as those who harm: an impostor at the port of a dead server, and followers that do not read."""

import os
import subprocess
import sys
import time

import processes
from attackers import STRANGER
from launcher import RANK, Launcher, wait_for
from scenarios.crowd import check
from scenarios.row import Row
from wire import IOF_PULL, TOOL, Door, command, flex, one, run as packed, text

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
EVERY_RANK = 0xfffffffe
BOTH_STREAMS = 6


def impostor(setting, seconds, seed, heap):
	"""Submits jobs to the port of another user, by its address and by a file that a dead server might have left; needs root."""
	row = Row("impostor", heap)
	if os.getuid() != 0:
		row.note = "needs root"
		return row
	folder = os.path.join(setting.work, "impostor")
	os.makedirs(folder, mode=0o700, exist_ok=True)
	as_other = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups"]
	stranger = subprocess.Popen(as_other + [sys.executable, "-c", IMPOSTOR], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
	try:
		port = stranger.stdout.readline().strip()
		uri = f"old.0;tcp4://127.0.0.1:{port}"
		file = os.path.join(folder, "left")
		with open(file, "w", encoding="ascii") as left:
			left.write(f"{uri}\n4.2.2\n{stranger.pid}\n0:0\nFri Nov  6 07:40:13 2026\n\n")
		end = time.monotonic() + seconds
		row.turns = 0
		while row.turns < 2 or time.monotonic() < end:
			submit(setting, folder, [uri, "file:" + file][row.turns % 2], row)
			row.turns += 1
	finally:
		stranger.kill()
		received, errors = stranger.communicate()
		row.problems += ["impostor: " + errors.strip()[-300:]] if errors else []
	sent = sum(int(line) for line in received.split())
	if sent:
		row.problems.append(f"an impostor was sent {sent} bytes")
	return row


def submit(setting, folder, uri, row):
	environment = dict(os.environ, TMPDIR=folder, SECRET="of-the-victim")
	submitted = subprocess.run([setting.pmix4j, "submit", "--dvm-uri", uri, "-n", "1", "true"], env=environment, capture_output=True,
			text=True, check=False, stdin=subprocess.DEVNULL)
	if submitted.returncode == 0 or len(submitted.stderr.splitlines()) != 1:
		row.problems.append(f"submit to an impostor: exit code {submitted.returncode}, " + repr(submitted.stderr[-300:]))


def followers(setting, seconds, seed, heap):
	"""Five tools follow the output of a job and do not read it, as after Ctrl-Z; the job ends nevertheless, and none of its output is lost."""
	row = Row("followers", heap)
	script = f"cat /proc/self/environ >door.new && mv door.new door; while [ ! -e go ]; do sleep 0.1; done; exec {RANK} stream {LINES}"
	launcher = Launcher(setting, ["-n", "1", "sh", "-c", script], heap)
	held = []
	try:
		door_file = os.path.join(launcher.folder, "door")
		wait_for(lambda: os.path.exists(door_file), LIMIT_SECONDS)
		door = Door(dict(entry.split("=", 1) for entry in processes.read(door_file).decode().split("\0") if "=" in entry))
		pull = command(IOF_PULL, packed([text(door.namespace) + flex(EVERY_RANK)]), packed([]), one(flex(BOTH_STREAMS)), one(flex(0)))
		for _ in range(FOLLOWERS):
			held.append(door.peer(TOOL))
			held[-1].send(pull)
		open(os.path.join(launcher.folder, "go"), "w", encoding="ascii").close()
		begin = time.monotonic()
		check(launcher, launcher.wait(LIMIT_SECONDS), row, ranks=1)
		row.turns, row.maximum = FOLLOWERS, (time.monotonic() - begin) * 1000
	finally:
		for tool in held:
			tool.close()
		launcher.clear()
	return row


SCENARIOS = {"impostor": impostor, "followers": followers}
