# SPDX-License-Identifier: EPL-2.0
"""Ranks and tools of a server that does not answer, or answers nonsense: each ends with one line, and none waits for ever."""

import contextlib
import os
import random
import socket
import struct
import threading
import time

from launcher import finish
from scenarios.embedded import java
from scenarios.row import LONG_TURN_SECONDS, Row
from wire import frame

ACCEPTED = bytes(8)
LONGEST_NONSENSE = 4096
LIMIT_SECONDS = 90
COMMANDS = [["submit", "-n", "1", "true"], ["ps"], ["dump"], ["stop"]]


class Silent:
	"""
	A server at a port of this user. It greets each peer, or not, and sends some nonsense: at once, or as the answer to its first request.
	Then it goes or stays silent.
	"""

	def __init__(self, source, stays):
		self.greets = source.random() < 0.5
		self.answers = source.random() < 0.5
		self.nonsense = source.randbytes(source.choice([0, 1, 8, 16, source.randrange(LONGEST_NONSENSE)]))
		self.stays = stays
		self.socket = socket.create_server(("127.0.0.1", 0))
		self.uri = "silent.0;tcp4://127.0.0.1:%d" % self.socket.getsockname()[1]
		threading.Thread(target=self.serve, name="silent", daemon=True).start()

	def __str__(self):
		answer = f"{'as an answer ' if self.answers else ''}{self.nonsense[:32].hex() or 'nothing'}"
		return f"{'greeting' if self.greets else 'no greeting'}, {answer}, {'silence' if self.stays else 'end'}"

	def serve(self):
		with contextlib.suppress(OSError):
			while True:
				threading.Thread(target=self.answer, args=[self.socket.accept()[0]], name="silent-peer", daemon=True).start()

	def answer(self, peer):
		with contextlib.suppress(OSError, struct.error), peer:
			peer.recv(1 << 16)
			peer.sendall(ACCEPTED if self.greets else b"")
			if self.greets and self.answers:
				tag = struct.unpack_from(">I", peer.recv(1 << 16), 4)[0]
				peer.sendall(frame(self.nonsense, tag))
			else:
				peer.sendall(self.nonsense)
			while self.stays and peer.recv(1 << 16):
				pass

	def close(self):
		self.socket.close()


def judge(what, result, row):
	code, errors = result
	if code in (0, None) or len(errors.splitlines()) != 1:
		row.problems.append(f"{what}: exit code {code}, " + repr(errors[:600]))


def run(setting, seconds, seed, heap):
	del heap
	row = Row("silent", None)
	source = random.Random(seed)
	folder = os.path.join(setting.work, "silent")
	os.makedirs(folder, exist_ok=True)
	environment = dict(os.environ, TMPDIR=folder)
	row.turns = 0
	row.maximum = 0
	end = time.monotonic() + seconds
	while row.turns == 0 or time.monotonic() < end and not row.problems:
		# a silent server costs half a minute
		server = Silent(source, seconds >= LONG_TURN_SECONDS and source.random() < 0.3)
		begin = time.monotonic()
		if source.random() < 0.3:
			rank = dict(environment, PMIX_NAMESPACE="silent", PMIX_RANK="0", PMIX_VERSION="4.2.2", PMIX_SERVER_URI41=server.uri)
			judge(f"Java rank ({server})", finish(["sh", "-c", java(setting, "Client.java", "")], rank, folder, LIMIT_SECONDS), row)
		else:
			words = source.choice(COMMANDS)
			command = [setting.pmix4j, words[0], "--dvm-uri", server.uri] + words[1:]
			judge(f"{words[0]} ({server})", finish(command, environment, folder, LIMIT_SECONDS), row)
		row.maximum = max(row.maximum, (time.monotonic() - begin) * 1000)
		server.close()
		row.turns += 1
	return row


SCENARIOS = {"silent": run}
