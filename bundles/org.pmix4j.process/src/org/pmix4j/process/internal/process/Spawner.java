// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Affinity;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.InheritedLimits;
import org.pmix4j.process.internal.posix.Log;
import org.pmix4j.process.internal.posix.LoopbackSocket;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.Umask;
import org.pmix4j.process.internal.process.SpawnException.Reason;
import org.pmix4j.process.internal.process.SpawnSpec.Group;
import org.pmix4j.process.internal.process.SpawnSpec.InheritedSocket;

/**
 * Calls posix_spawn(3): glibc shares the memory of this process with the child until it executes, so the cost does not grow with the
 * heap, and a failure of exec or chdir comes back as the return value. The child gets its standard streams and no other descriptors but
 * those of its job server and its {@linkplain SpawnSpec#socket() socket}, a group of its own, an empty signal mask, and default signal
 * dispositions, but for signals that this process was started to ignore and has no use for. Owned by a {@link ProcessLoop}.
 */
final class Spawner {

	private static final String SHELL = "/bin/sh";
	private static final int ALIGNMENT = Long.BYTES;
	private static final int FIRST_OTHER = 3;
	/** The first number for an inherited socket: scripts use those below for files of their own, and shells take free ones from here on. */
	private static final int FIRST_SOCKET = 10;
	private static final int NONE = -1;

	/** Signals that ranks never ignore from the start; the C library uses two of them itself, of which other programs take no notice. */
	private static final long NEVER_IGNORED = LongStream.of(Signals.HUP, Signals.INT, Signals.USR1, Signals.USR2, Signals.PIPE, Signals.TERM,
			Posix.SIGCHLD, Signals.CONT, Signals.TSTP, Signals.TTIN, Signals.TTOU, Signals.RTMIN - 2, Signals.RTMIN - 1)
			.map(signal -> 1L << signal - 1).sum();

	private static final int PID = 0;
	private static final int SIGNAL_SET = 64;
	private static final int ACTIONS = SIGNAL_SET + Posix.SIGSET_SIZE;
	private static final int GROUP_ATTRIBUTES = ACTIONS + Posix.SPAWN_OBJECT_SIZE;
	private static final int SESSION_ATTRIBUTES = GROUP_ATTRIBUTES + Posix.SPAWN_OBJECT_SIZE;
	private static final int SIZE = SESSION_ATTRIBUTES + Posix.SPAWN_OBJECT_SIZE;

	private final NativeBuffer fixed = new NativeBuffer(SIZE);
	private final Affinity affinity = new Affinity();
	private final InheritedLimits limits = InheritedLimits.ofThisProcess();
	/** True if the thread has its own umask, if the system permits that. */
	private boolean isMaskTaken;
	private NativeBuffer texts = new NativeBuffer(16 << 10);

	Spawner() {
		initAttributes(GROUP_ATTRIBUTES, Posix.POSIX_SPAWN_SETPGROUP);
		initAttributes(SESSION_ATTRIBUTES, Posix.POSIX_SPAWN_SETSID);
	}

	private void initAttributes(int offset, short group) {
		long attributes = fixed.address() + offset;
		long signals = fixed.address() + SIGNAL_SET;
		Posix.posix_spawnattr_init(attributes);
		Posix.posix_spawnattr_setflags(attributes, (short) (group | Posix.POSIX_SPAWN_SETSIGDEF | Posix.POSIX_SPAWN_SETSIGMASK));
		// A new object has group 0, which means the child's own number, and an empty mask. The set is not made by sigfillset,
		// which leaves out the two signals that the C library uses itself: they would start ignored.
		fixed.bytes().putLong(SIGNAL_SET, ~ignoredSignals());
		Posix.posix_spawnattr_setsigdefault(attributes, signals);
	}

	/**
	 * Returns the signals that this process was started to ignore, which ranks ignore as well, as bits from signal 1 on. Left out are those
	 * that end, stop or continue ranks and those that launchers forward to them, as mpirun and prterun leave them out, and those that the
	 * JVM handles.
	 */
	private static long ignoredSignals() {
		try {
			return ProcFs.signals("self", "SigIgn") & ~NEVER_IGNORED;
		} catch (IOException | NumberFormatException e) {
			return 0;
		}
	}

	/**
	 * Starts the program with the given descriptors as its standard streams.
	 *
	 * @return the process id
	 */
	int spawn(SpawnSpec spec, int stdin, int stdout, int stderr) throws SpawnException {
		int socket = spec.socket().isPresent() ? connect(spec, spec.socket().get()) : NONE;
		try {
			return spawn(spec, new Descriptors(stdin, stdout, stderr, socket));
		} finally {
			if (socket != NONE) {
				Posix.close(socket);
			}
		}
	}

	/** The descriptors of this process that become those of a child. */
	private record Descriptors(int stdin, int stdout, int stderr, int socket) {
		private int highest() {
			return Math.max(Math.max(stdin, socket), Math.max(stdout, stderr));
		}
	}

	private static int connect(SpawnSpec spec, InheritedSocket socket) throws SpawnException {
		int descriptor = LoopbackSocket.open(socket.port(), ByteStrings.encode(socket.greeting()));
		if (descriptor < 0) {
			throw SpawnFailure.resources("cannot run " + spec.program().label() + ": no connection for " + socket + ": ", -descriptor);
		}
		return descriptor;
	}

	private int spawn(SpawnSpec spec, Descriptors descriptors) throws SpawnException {
		boolean bound = !spec.binding().processors().isEmpty() && bind(spec);
		try {
			synchronized (limits) { // umask and limits belong to the process, and another host may start a child, too
				return startInherited(spec, descriptors);
			}
		} finally {
			if (bound) {
				affinity.restore();
			}
		}
	}

	private int startInherited(SpawnSpec spec, Descriptors descriptors) throws SpawnException {
		// on a system that gives this thread no mask of its own, files that others create meanwhile get other modes
		int mask = spec.fileModeMask().isPresent() ? useMask(spec.fileModeMask().getAsInt()) : 0;
		int pid = 0;
		limits.apply(descriptors.highest());
		try {
			pid = start(spec, descriptors);
			return pid;
		} finally {
			limits.revert(pid);
			if (spec.fileModeMask().isPresent()) {
				Umask.set(mask);
			}
		}
	}

	/** Sets the mask of this thread alone, which the child inherits, and returns the one before. */
	private int useMask(int mask) {
		if (!isMaskTaken) {
			isMaskTaken = true;
			Umask.takeOwn();
		}
		return Umask.set(mask);
	}

	/** Binds this thread, whose processors the child inherits. Returns false if it cannot be bound and need not. */
	private boolean bind(SpawnSpec spec) throws SpawnException {
		int errno = affinity.bind(spec.binding().processors());
		if (errno == 0) {
			return true;
		}
		String what = "cannot be bound to processors " + CpuSet.of(spec.binding().processors()).list() + ": "
				+ Errno.text(errno) + " (" + Errno.name(errno) + ")";
		if (spec.binding().isRequired()) {
			throw new SpawnException(Reason.RESOURCES, errno, "cannot run " + spec.program().label() + ": it " + what);
		}
		Log.LOG.log(Level.WARNING, spec.program().label() + " " + what + "; it runs unbound");
		return false;
	}

	private int start(SpawnSpec spec, Descriptors descriptors) throws SpawnException {
		List<String> argv = new ArrayList<>(spec.arguments().size() + 1);
		argv.add(spec.program().name());
		argv.addAll(spec.arguments());
		String path = spec.program().execPath();
		int errno = call(path, argv, spec, descriptors);
		if (errno == Errno.ENOEXEC && SpawnFailure.isText(spec.program().file())) {
			argv.set(0, path);
			argv.add(0, SHELL);
			errno = call(SHELL, argv, spec, descriptors);
		}
		if (errno != 0) {
			throw SpawnFailure.explain(spec, errno);
		}
		return fixed.bytes().getInt(PID);
	}

	private int call(String path, List<String> argv, SpawnSpec spec, Descriptors given) {
		List<Integer> kept = new ArrayList<>(JobServer.descriptors(spec.environment()));
		Map<String, String> environment = spec.environment();
		int socket = NONE;
		if (spec.socket().isPresent()) {
			socket = freeNumber(kept);
			environment = new LinkedHashMap<>(environment);
			environment.put(spec.socket().get().variable(), Integer.toString(socket));
		}
		Layout layout = layout(path, argv, spec, environment);
		long actions = fixed.address() + ACTIONS;
		int errno = Posix.posix_spawn_file_actions_init(actions);
		try {
			errno = errno != 0 ? errno : Posix.posix_spawn_file_actions_adddup2(actions, given.stdin, 0);
			errno = errno != 0 ? errno : Posix.posix_spawn_file_actions_adddup2(actions, given.stdout, 1);
			errno = errno != 0 ? errno : Posix.posix_spawn_file_actions_adddup2(actions, given.stderr, 2);
			if (socket != NONE) {
				errno = errno != 0 ? errno : Posix.posix_spawn_file_actions_adddup2(actions, given.socket, socket);
			}
			errno = errno != 0 ? errno : closeOthers(actions, kept);
			errno = errno != 0 ? errno : Posix.posix_spawn_file_actions_addchdir_np(actions, layout.directory);
			int attributes = spec.group() == Group.OWN_SESSION ? SESSION_ATTRIBUTES : GROUP_ATTRIBUTES;
			return errno != 0 ? errno
					: Posix.posix_spawn(fixed.address() + PID, layout.path, actions, fixed.address() + attributes, layout.argv,
							layout.environment);
		} finally {
			Posix.posix_spawn_file_actions_destroy(actions);
		}
	}

	/** Adds a number to the descriptors of a child, which are in ascending order, and returns it. */
	private static int freeNumber(List<Integer> kept) {
		int number = FIRST_SOCKET;
		int place = 0;
		while (place < kept.size() && kept.get(place) <= number) {
			number = Math.max(number, kept.get(place) + 1);
			place++;
		}
		kept.add(place, number);
		return number;
	}

	/** Closes all descriptors but the standard streams and the given ones, which are in ascending order. */
	private static int closeOthers(long actions, List<Integer> kept) {
		int errno = 0;
		int next = FIRST_OTHER;
		for (int descriptor : kept) {
			while (next < descriptor && errno == 0) {
				errno = Posix.posix_spawn_file_actions_addclose(actions, next++);
			}
			// also takes away the flag that closes it
			errno = errno != 0 ? errno : Posix.posix_spawn_file_actions_adddup2(actions, descriptor, descriptor);
			next = descriptor + 1;
		}
		return errno != 0 ? errno : Posix.posix_spawn_file_actions_addclosefrom_np(actions, next);
	}

	/** The addresses of the arguments of the call. */
	private record Layout(long path, long directory, long argv, long environment) {
	}

	/** Writes all texts, then the two arrays of pointers to them, each ended by a null pointer. */
	private Layout layout(String path, List<String> argv, SpawnSpec spec, Map<String, String> environment) {
		List<byte[]> all = new ArrayList<>(argv.size() + environment.size() + 2);
		all.add(ByteStrings.encode(path));
		all.add(ByteStrings.encode(BytePaths.text(spec.directory())));
		argv.forEach(argument -> all.add(ByteStrings.encode(argument)));
		environment.forEach((name, value) -> all.add(ByteStrings.encode(name + '=' + value)));

		int textSize = 0;
		for (byte[] text : all) {
			textSize = Math.addExact(textSize, text.length + 1);
		}
		int arrays = Math.addExact(textSize, ALIGNMENT) & -ALIGNMENT;
		reserve(Math.addExact(arrays, (all.size() + 2) * ALIGNMENT));

		ByteBuffer bytes = texts.bytes().clear();
		long[] addresses = new long[all.size()];
		for (int i = 0; i < addresses.length; i++) {
			addresses[i] = texts.address() + bytes.position();
			bytes.put(all.get(i)).put((byte) 0);
		}
		bytes.position(arrays);
		int environmentAt = arrays + (argv.size() + 1) * ALIGNMENT;
		for (int i = 2; i < addresses.length; i++) {
			if (i == argv.size() + 2) {
				bytes.putLong(0);
			}
			bytes.putLong(addresses[i]);
		}
		if (environment.isEmpty()) {
			bytes.putLong(0);
		}
		bytes.putLong(0);
		return new Layout(addresses[0], addresses[1], texts.address() + arrays, texts.address() + environmentAt);
	}

	private void reserve(int size) {
		if (size > texts.capacity()) {
			texts = new NativeBuffer(Math.max(size, 2 * texts.capacity()));
		}
	}
}
