# SPDX-License-Identifier: EPL-2.0
"""Does the measuring for start.sh: for each trick, builds a launcher without it, runs that and the full launcher in turn, and
prints medians of CPU and wall time.

A launcher without a trick is a copy of the checkout with the trick's edits applied. CPU time is user plus system time of the
launcher and of all processes that it has waited for; on a busy machine it is more reliable than wall time.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

BUILD = "releng/shell/build-launcher.sh"
COPIED = ["pmix4j", "examples", "releng/shell"]


class Trick:
	"""One trick: its name, and the edits (file, pattern, replacement) that remove it."""

	def __init__(self, name, *edits):
		self.name = name
		self.edits = edits


def flag(name, word):
	"""Returns the trick of a word of the JVM's command line, which one line of build-launcher.sh sets."""
	return Trick(name, (BUILD, r"(?m)^.*set -- .*" + re.escape(word) + r".*$", "\t:"))


HOST = "bundles/org.pmix4j.host/src/org/pmix4j/host/internal/"
PROCESS = "bundles/org.pmix4j.process/src/org/pmix4j/process/internal/"
SERVER = "bundles/org.pmix4j.server/src/org/pmix4j/server/"
MODEL = "bundles/org.pmix4j.model/src/org/pmix4j/model/"
WIRE = "bundles/org.pmix4j.wire/src/org/pmix4j/wire/"
POSIX_FOLDER = PROCESS + "posix/"
POSIX = POSIX_FOLDER + "Posix.java"
EQUALITY = r"(?s)\t+@Override\n\t+public boolean equals\(@Nullable Object other\) \{.*?\n\t+public int hashCode\(\) \{.*?\n\t+\}\n"
RANDOM = r"(?s)try \(InputStream in = Files.newInputStream\(RANDOM\)\) \{\s*(.*?)in.readNBytes\(RANDOM_BYTES\)(.*?;)\s*\}"
SECURE_RANDOM = r"byte[] drawn = new byte[RANDOM_BYTES]; new java.security.SecureRandom().nextBytes(drawn); \1drawn\2"

TRICKS = [
	Trick("nothing: the same program built twice"),
	Trick("start-up archive", (BUILD, r"(?m)^\tarchive$", "\t:")),
	flag("first compiler only", "-XX:TieredStopAtLevel=1"),
	flag("no early compilation of hot methods", "-XX:-AOTReplayTraining"),
	flag("serial garbage collector", "-XX:+UseSerialGC"),
	flag("JNA's native part unpacked", "-Djna.nounpack=true"),
	flag("JNA does not run ldconfig", "-Djna.platform.library.path"),
	flag("jdk.includeInExceptions not read from java.security", "-Djdk.includeInExceptions"),
	Trick("equals of records written out", *[(file, EQUALITY, "") for file in (
			"bundles/org.pmix4j.job/src/org/pmix4j/job/Node.java", POSIX_FOLDER + "RlimitMarker.java", MODEL + "Proc.java", MODEL + "Rank.java",
			SERVER + "spi/PeerUsers.java", SERVER + "internal/collective/CollectiveKey.java", SERVER + "internal/jobinfo/JobInfoLayout.java",
			WIRE + "internal/codec/Encoding.java", WIRE + "internal/handshake/PeerVersion.java", WIRE + "internal/message/PeerFormat.java")]),
	Trick("C functions called one by one", (POSIX, r"(?s)\tprivate static final NativeLibrary LIBRARY.*?getFunction\(\"syscall\"\);\n",
			"\tstatic { Native.register(Posix.class, com.sun.jna.NativeLibrary.getProcess()); }\n"
			"\tstatic native long syscall(long number, long one, long other);\n"),
			(POSIX, r"(?s)longOf\(SYSCALL, (.*?)\);", r"syscall(\1);"), (POSIX, r"(?s)\tprivate static (int|long) \1Of\(.*?\n\t\}\n", ""),
			(POSIX, r"((?:public )?static )(int|long) (\w+\([^)]*\)) \{\s*return \2Of\(.*?;\s*\}", r"\1native \2 \3;"),
			(POSIX, r"import com.sun.jna.(Function|NativeLibrary);\n", "")),
	Trick("times formatted without java.time's formats", (MODEL + "CTime.java", r"(?s)\t\treturn DAYS.*?getYear\(\);",
			"\t\treturn java.time.format.DateTimeFormatter.ofPattern(\"EEE MMM ppd HH:mm:ss yyyy\", java.util.Locale.ROOT).format(when);")),
	Trick("local time without java.time's zones", (MODEL + "CTime.java", r"(?s)\t\tlong now = System.*?UTC\);",
			"\t\treturn LocalDateTime.now();")),
	Trick("random numbers without java.security", (HOST + "session/Namespaces.java", RANDOM, SECURE_RANDOM),
			(PROCESS + "cleanup/PrivateDirectory.java", RANDOM, SECURE_RANDOM)),
	Trick("files of /proc read by a stream", (PROCESS + "posix/ProcFs.java", r"new FileInputStream\(PROC \+ \"/\" \+ pid \+ \"/\" \+ file\)",
			"Files.newInputStream(PROC.resolve(pid + \"/\" + file))")),
]


def build(root, work, trick):
	"""Copies the checkout, applies the edits, builds it, and returns the command of the launcher."""
	copy = os.path.join(work, "%02d" % trick[0])
	os.makedirs(os.path.join(copy, "bundles"))
	for name in COPIED + ["bundles/" + bundle for bundle in os.listdir(os.path.join(root, "bundles")) if bundle.startswith("org.pmix4j.")]:
		source = os.path.join(root, name)
		if os.path.isdir(source):
			shutil.copytree(source, os.path.join(copy, name), ignore=shutil.ignore_patterns("target", "bin"))
		else:
			shutil.copy(source, os.path.join(copy, name))
	for file, pattern, replacement in trick[1].edits:
		path = os.path.join(copy, file)
		with open(path, encoding="utf-8") as stream:
			text, count = re.subn(pattern, replacement, stream.read())
		if count == 0:
			sys.exit(f"start.sh: '{trick[1].name}' no longer matches {file}")
		with open(path, "w", encoding="utf-8") as stream:
			stream.write(text)
	command = [os.path.join(copy, "pmix4j")]
	subprocess.run(command + ["--version"], stdout=subprocess.DEVNULL, check=True)
	return command


def measure(command):
	"""Returns CPU and wall time of one run in milliseconds; None if it failed."""
	start = time.perf_counter()
	process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
	_, status, usage = os.wait4(process.pid, 0)
	wall = time.perf_counter() - start
	process.returncode = os.waitstatus_to_exitcode(status)
	return None if process.returncode else (1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall)


def compare(full, without, runs):
	"""Runs both in turn; returns the medians of each and of the pairs' ratios, CPU time before wall time."""
	pairs = []
	for number in range(runs):
		one, other = (full, without) if number % 2 == 0 else (without, full)
		first, second = measure(one), measure(other)
		if first and second:
			pairs.append((first, second) if number % 2 == 0 else (second, first))
	if not pairs:
		return None
	return [(statistics.median(p[0][i] for p in pairs), statistics.median(p[1][i] for p in pairs),
			statistics.median(p[1][i] / p[0][i] for p in pairs)) for i in (0, 1)]


def main():
	parser = argparse.ArgumentParser(prog="start.sh", description="Measures how much each trick reduces the start time, and prints a table.")
	parser.add_argument("--runs", type=int, default=30, help="runs of each program, with and without (default 30)")
	parser.add_argument("--only", default="", help="comma-separated words; measures the tricks whose names contain one")
	parser.add_argument("--versus", help="compare with the launcher of another checkout instead; its folder")
	parser.add_argument("--ranks", default="1,16", help="ranks of each job (default 1,16)")
	parser.add_argument("--program", default="/bin/true", help="program of the ranks (default /bin/true)")
	parser.add_argument("--work", required=True, help=argparse.SUPPRESS)
	parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
	options = parser.parse_args()
	words = [word for word in options.only.split(",") if word]
	chosen = [trick for trick in TRICKS if not words or any(word in trick.name for word in words)]
	ranks = options.ranks.split(",")
	full = build(options.root, options.work, (0, Trick("all")))
	print("| without | ranks | CPU with, ms | without | gain | wall with, ms | without | gain |")
	print("|---|---|---|---|---|---|---|---|", flush=True)
	if options.versus:
		others = [("%s instead" % options.versus, [os.path.join(options.versus, "pmix4j")])]
	else:
		others = [(trick.name, build(options.root, options.work, (number, trick))) for number, trick in enumerate(chosen, 1)]
	for name, command in others:
		for count in ranks:
			arguments = ["run", "-n", count, options.program]
			result = compare(full + arguments, command + arguments, options.runs)
			if result is None:
				print(f"| {name} | {count} | - | fails | | | | |", flush=True)
				continue
			cpu, wall = result
			print(f"| {name} | {count} | {cpu[0]:.0f} | {cpu[1]:.0f} | {100 * (cpu[2] - 1):+.0f} % "
					f"| {wall[0]:.0f} | {wall[1]:.0f} | {100 * (wall[2] - 1):+.0f} % |", flush=True)


if __name__ == "__main__":
	main()
