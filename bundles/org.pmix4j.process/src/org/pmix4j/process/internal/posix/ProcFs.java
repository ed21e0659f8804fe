// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.pmix4j.model.internal.text.KernelFiles;

/** Reads proc(5). A process may end at any moment, so every answer about one is optional. Stateless. */
public final class ProcFs {

	private static final Path PROC = Path.of("/proc");
	private static final String STARTS = "processes ";
	private static final int KIB = 1024;
	private static final int LOW_DESCRIPTORS = 32;

	/** Indexes of fields after the command name, which is in parentheses and may contain anything. */
	private static final int STATE = 0;
	private static final int PARENT = 1;
	private static final int GROUP = 2;
	private static final int START_TIME = 19;
	private static final int MEMORY = 20;
	private static final int ENVIRONMENT_END = 48;

	/** How often, and how many nanoseconds apart, to look at a process that begins to execute a program. */
	private static final int LOOKS = 200;
	private static final long LOOK_NANOS = 1_000_000;

	/**
	 * Fields of /proc/pid/stat.
	 *
	 * @param state R, S, D, T, Z, X, ...
	 * @param parent the parent
	 * @param group the process group
	 * @param startTime ticks from the boot to the start of the process
	 */
	public record Stat(char state, int parent, int group, long startTime) {

		/** Returns whether the process has ended and only waits to be reaped. */
		public boolean isDead() {
			return state == 'Z' || state == 'X';
		}
	}

	private ProcFs() {
	}

	/** Returns whether it shows the processes by the numbers that this process knows, so is that of the same namespace. */
	public static boolean isOwn() {
		try {
			return link("self").equals(Long.toString(ProcessHandle.current().pid()));
		} catch (IOException e) {
			return false;
		}
	}

	/** Returns all process ids; empty if /proc cannot be read. */
	public static List<Integer> pids() {
		List<Integer> pids = new ArrayList<>();
		String[] names = PROC.toFile().list();
		if (names != null) {
			for (String name : names) {
				if (Character.isDigit(name.charAt(0))) {
					pids.add(Integer.parseInt(name));
				}
			}
		}
		return pids;
	}

	/** Reads /proc/pid/stat; empty if there is no such process. */
	public static Optional<Stat> stat(int pid) {
		return read(pid, "stat").map(bytes -> {
			String[] fields = fields(bytes);
			return new Stat(fields[STATE].charAt(0), Integer.parseInt(fields[PARENT]), Integer.parseInt(fields[GROUP]),
					Long.parseLong(fields[START_TIME]));
		});
	}

	private static String[] fields(byte[] stat) {
		String text = new String(stat, StandardCharsets.ISO_8859_1);
		return text.substring(text.lastIndexOf(')') + 2).split(" ");
	}

	/** Returns the name of a program, as its process may have set it: at most 15 bytes; empty if there is no such process. */
	public static Optional<String> program(int pid) {
		try {
			return Optional.of(text(pid + "/comm"));
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** Returns the value of a variable in the environment with which a process has started; empty if it has none or may not be read. */
	public static Optional<String> variable(int pid, String name) {
		return Optional.ofNullable(variables(pid, Set.of(name)).get(name));
	}

	/** Returns those of some variables that are in the environment with which a process has started; none if it may not be read. */
	public static Map<String, String> variables(int pid, Set<String> names) {
		Map<String, String> found = new HashMap<>();
		for (String entry : strings(environment(pid))) {
			int end = entry.indexOf('=');
			if (end > 0 && names.contains(entry.substring(0, end))) {
				found.putIfAbsent(entry.substring(0, end), entry.substring(end + 1));
			}
		}
		return found;
	}

	/** Returns the command line of a process; empty if it has none, or may not be read. */
	public static List<String> arguments(int pid) {
		return List.of(strings(read(pid, "cmdline")));
	}

	private static String[] strings(Optional<byte[]> text) {
		return text.map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).split("\0")).orElse(new String[0]);
	}

	/**
	 * Reads the environment with which a process has started. It seems to be empty from the moment at which execve(2) lets the parent of the
	 * new process go on until the kernel has written it, which may take long on a busy machine: this waits for that, at most 0.2 s.
	 *
	 * @see "fs/exec.c and fs/binfmt_elf.c of Linux: the memory of a program is its own before create_elf_tables() fills the stack"
	 */
	private static Optional<byte[]> environment(int pid) {
		Optional<byte[]> environment = readAll(pid, "environ");
		boolean isBeginning = true;
		for (int look = 0; look < LOOKS && isBeginning && environment.filter(bytes -> bytes.length == 0).isPresent(); look++) {
			isBeginning = isBeginning(pid);
			if (isBeginning) {
				LockSupport.parkNanos(LOOK_NANOS);
			}
			environment = readAll(pid, "environ"); // also if it has begun just now
		}
		return environment.filter(bytes -> bytes.length > 0);
	}

	/** Returns whether a process has memory, but no environment yet, not even an empty one. */
	private static boolean isBeginning(int pid) {
		return read(pid, "stat").map(bytes -> {
			String[] fields = fields(bytes);
			return !fields[MEMORY].equals("0") && fields[ENVIRONMENT_END].equals("0");
		}).orElse(false);
	}

	/** Returns whether a process has another root directory than this one; false if that may not be read. */
	public static boolean hasOtherRoot(int pid) {
		try {
			return !link(pid + "/root").equals(link("self/root"));
		} catch (IOException e) {
			return false;
		}
	}

	/** Returns the process that traces a process, such as a debugger; empty if none does. */
	public static Optional<Integer> tracer(int pid) {
		try {
			return words(text(pid + "/status").lines().toList(), "TracerPid:").stream().map(Integer::valueOf).filter(id -> id != 0).findFirst();
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** Returns whether a descriptor of a process is one of these links below /proc/pid/fd; false if it may not be read. */
	public static boolean holds(int pid, Set<String> links) {
		return !held(pid, links, 1).isEmpty();
	}

	/**
	 * Returns which of the lowest descriptors of a process is this link below /proc/pid/fd, where a program has what it opens first. Takes
	 * some 10 us for each descriptor.
	 *
	 * @param likely the one to be looked at first
	 */
	public static OptionalInt lowDescriptor(int pid, String target, int likely) {
		return isLink(pid, likely, target) ? OptionalInt.of(likely)
				: IntStream.range(0, LOW_DESCRIPTORS).filter(descriptor -> isLink(pid, descriptor, target)).findFirst();
	}

	/** Returns whether a descriptor of a process is this link; false if it is not open, or may not be read. */
	private static boolean isLink(int pid, int descriptor, String target) {
		try {
			return link(pid + "/fd/" + descriptor).equals(target);
		} catch (IOException e) {
			return false;
		}
	}

	/** Returns which of these links below /proc/pid/fd are descriptors of a process; none if it may not be read. */
	public static Set<String> held(int pid, Set<String> links) {
		return held(pid, links, links.size());
	}

	private static Set<String> held(int pid, Set<String> links, int enough) {
		Set<String> held = new HashSet<>();
		String[] descriptors = PROC.resolve(pid + "/fd").toFile().list();
		for (int i = 0; descriptors != null && i < descriptors.length && held.size() < enough; i++) {
			try {
				String target = link(pid + "/fd/" + descriptors[i]);
				if (links.contains(target)) {
					held.add(target);
				}
			} catch (IOException e) {
				// it was closed meanwhile
			}
		}
		return held;
	}

	/** Returns the children of the main thread of a process, without a few if some end meanwhile; empty if the kernel does not list them. */
	public static Optional<List<Integer>> children(int pid) {
		try {
			String list = text(pid + "/task/" + pid + "/children");
			return Optional.of(list.isEmpty() ? List.of() : Arrays.stream(list.split(" ")).map(Integer::valueOf).toList());
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** Returns whether an entry of the environment of a process begins with the marker; false if it may not be read. */
	public static boolean carries(int pid, byte[] marker) {
		return environment(pid).map(environment -> {
			for (int entry = 0; entry < environment.length; entry = end(environment, entry) + 1) {
				if (startsWith(environment, entry, marker)) {
					return true;
				}
			}
			return false;
		}).orElse(false);
	}

	/**
	 * Returns whether a process that has a user id, as its real, effective or another one, is in a namespace of process ids below that of
	 * this process; false if it has ended.
	 */
	public static boolean isNested(int pid, int uid) {
		try {
			List<String> status = text(pid + "/status").lines().toList();
			return words(status, "Uid:").contains(Integer.toUnsignedString(uid)) && words(status, "NSpid:").size() > 1;
		} catch (IOException e) {
			return false;
		}
	}

	/**
	 * Returns the signals in some sets of /proc/pid/status, as bits from signal 1 on.
	 *
	 * @param process its id, or {@code self}
	 * @param sets    some of SigPnd, ShdPnd, SigBlk, SigIgn and SigCgt
	 * @throws IOException if there is no such process
	 */
	public static long signals(String process, String... sets) throws IOException {
		List<String> status = text(process + "/status").lines().toList();
		long signals = 0;
		for (String set : sets) {
			for (String bits : words(status, set + ":")) {
				signals |= Long.parseUnsignedLong(bits, 16);
			}
		}
		return signals;
	}

	private static List<String> words(List<String> status, String name) {
		return status.stream().filter(line -> line.startsWith(name))
				.flatMap(line -> Arrays.stream(line.substring(name.length()).strip().split("\\s+"))).toList();
	}

	/**
	 * Returns how long the main thread of a process has waited for a processor since its start, while it could have run.
	 *
	 * @return nanoseconds; 0 if the kernel does not count them
	 */
	public static long waitedForProcessor(int pid) {
		try {
			String[] words = text(pid + "/schedstat").split(" ");
			return words.length > 1 ? Long.parseLong(words[1]) : 0;
		} catch (IOException | NumberFormatException e) {
			return 0;
		}
	}

	/** Returns how many processes and threads the machine has started, -1 if that cannot be read. */
	public static long starts() {
		return number("stat", STARTS);
	}

	/** Returns how many processes of the machine the kernel has killed for lack of memory, -1 if that cannot be read. */
	public static long memoryKills() {
		return number("vmstat", "oom_kill ");
	}

	/** Returns the bytes of memory that the machine has, -1 if that cannot be read. */
	public static long memory() {
		return number("meminfo", "MemTotal:") * KIB;
	}

	/** Returns the number that follows a word at the beginning of a line, -1 if it cannot be read. */
	private static long number(String file, String word) {
		try {
			return text(file).lines().filter(line -> line.startsWith(word))
					.mapToLong(line -> Long.parseLong(line.substring(word.length()).strip().split(" ")[0])).findFirst().orElse(-1);
		} catch (IOException | NumberFormatException e) {
			return -1;
		}
	}

	/** Returns the number below which all process ids are, -1 if that cannot be read. */
	public static int largestPid() {
		try {
			return Integer.parseInt(text("sys/kernel/pid_max"));
		} catch (IOException | NumberFormatException e) {
			return -1;
		}
	}

	/** Returns the text of a file below /proc, without the final line end. */
	public static String text(String file) throws IOException {
		return KernelFiles.text(PROC.resolve(file));
	}

	/** Returns the target of a link below /proc. */
	public static String link(String link) throws IOException {
		return Files.readSymbolicLink(PROC.resolve(link)).toString();
	}

	private static Optional<byte[]> read(int pid, String file) {
		return readAll(pid, file).filter(bytes -> bytes.length > 0);
	}

	private static Optional<byte[]> readAll(int pid, String file) {
		try {
			return Optional.of(KernelFiles.bytes(PROC.resolve(pid + "/" + file)));
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	private static int end(byte[] bytes, int from) {
		int at = from;
		while (at < bytes.length && bytes[at] != 0) {
			at++;
		}
		return at;
	}

	private static boolean startsWith(byte[] bytes, int from, byte[] prefix) {
		if (bytes.length - from < prefix.length) {
			return false;
		}
		for (int i = 0; i < prefix.length; i++) {
			if (bytes[from + i] != prefix[i]) {
				return false;
			}
		}
		return true;
	}
}
