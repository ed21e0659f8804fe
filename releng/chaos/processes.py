# SPDX-License-Identifier: EPL-2.0
"""Reads /proc: the processes of a run, by a marker in their environment or by their program, and figures of one process."""

import os

MARKER = "PMIX4J_CHAOS"


def read(path):
	"""Returns the content of a file of /proc, or nothing if its process has ended."""
	try:
		with open(path, "rb") as file:
			return file.read()
	except OSError:
		return b""


def pids():
	return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def state(pid):
	"""Returns the state of a process as one letter, or nothing if it has ended."""
	return read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:1]


def belonging(marker, folder):
	"""Returns the processes that carry the marker in their environment or execute a program of the folder."""
	wanted = f"{MARKER}={marker}".encode()
	found = []
	for pid in pids():
		if pid == os.getpid():
			continue
		try:
			program = os.readlink(f"/proc/{pid}/exe")
		except OSError:
			program = ""
		if wanted in read(f"/proc/{pid}/environ").split(b"\0") or program.startswith(folder + "/"):
			found.append(pid)
	return found


def command(pid):
	return read(f"/proc/{pid}/cmdline").replace(b"\0", b" ").decode(errors="replace").strip()


def children(pid):
	return [int(word) for word in read(f"/proc/{pid}/task/{pid}/children").split()] or \
		[other for other in pids() if read(f"/proc/{other}/stat").rpartition(b")")[2].split()[1:2] == [str(pid).encode()]]


def descendants(pid):
	found = []
	for child in children(pid):
		found.append(child)
		found += descendants(child)
	return found


def threads(pid):
	"""Returns the names of the threads of our own, as the kernel shows them: at most 15 characters."""
	names = []
	try:
		for task in os.listdir(f"/proc/{pid}/task"):
			name = read(f"/proc/{pid}/task/{task}/comm").decode(errors="replace").strip()
			if name.startswith("pmix"):
				names.append(name)
	except OSError:
		pass
	return sorted(names)


def descriptors(pid):
	try:
		return len(os.listdir(f"/proc/{pid}/fd"))
	except OSError:
		return 0


def memory_megabytes(pid, field="VmHWM"):
	"""Returns a memory figure; VmHWM is the peak of the resident memory."""
	for line in read(f"/proc/{pid}/status").decode().splitlines():
		if line.startswith(field + ":"):
			return int(line.split()[1]) // 1024
	return 0
