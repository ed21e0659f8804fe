// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Descendants;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.PosixSupport;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.RlimitMarker;

/**
 * Finds processes by the marker in their environment or their resource limits, also those that left their process group, as daemons do.
 * Looks at every process of this user, which takes milliseconds. Stateless; blocks, so not for the loop's thread.
 */
public final class MarkedProcesses {

	/** Each pass kills the processes that it sees; the next one finds those forked meanwhile. */
	private static final int MAX_PASSES = 20;
	private static final Duration DEATH_LIMIT = Duration.ofMillis(500);
	private static final long KILL_BIT = 1L << Signals.KILL - 1;

	private MarkedProcesses() {
	}

	/** Returns the ids of the living processes that carry the marker, except this one. */
	public static List<Integer> find(Marker marker) {
		return find(marker, Descendants.ANY);
	}

	private static List<Integer> find(Marker marker, IntPredicate possible) {
		return find(carriers(marker, possible));
	}

	private static IntPredicate carriers(Marker marker, IntPredicate possible) {
		byte[] text = ByteStrings.encode(marker.toString());
		RlimitMarker limit = marker.limit();
		return pid -> possible.test(pid) && (isOn(limit, pid) || ProcFs.carries(pid, text));
	}

	private static List<Integer> find(IntPredicate wanted) {
		int self = (int) ProcessHandle.current().pid();
		return ProcFs.pids().stream().filter(pid -> pid != self && wanted.test(pid)).toList();
	}

	/** Returns whether a living process carries the mark; a zombie keeps its limits. */
	private static boolean isOn(RlimitMarker limit, int pid) {
		return limit.isOn(pid) && ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
	}

	/** Kills them and waits for their ends, at most half a second altogether for those that hang in the kernel. Returns their ids. */
	public static List<Integer> kill(Marker marker) {
		return kill(carriers(marker, Descendants.ANY), pid -> {
		});
	}

	/**
	 * Waits until no process carries the marker, at most for a while, and kills the others as {@link #kill(Marker)} does. Begins with the
	 * processes that can be descendants of some, and looks at all only if one of those carries the marker. To be called on a thread that was
	 * started after the end of those processes.
	 *
	 * @param <T>      kind of a description
	 * @param describe gets each process before it is killed
	 * @return descriptions of those that were killed, or were about to be when they ended
	 */
	public static <T> List<T> kill(Marker marker, Descendants descendants, Duration patience, IntFunction<T> describe) {
		long end = System.nanoTime() + patience.toNanos();
		List<Integer> left = find(marker, descendants.possible());
		while (!left.isEmpty() && System.nanoTime() < end) {
			awaitExit(Posix.pidfdOpen(left.get(0)), (int) Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
			left = find(marker);
		}
		if (left.isEmpty()) {
			return List.of();
		}
		Map<Integer, T> known = new LinkedHashMap<>();
		kill(carriers(marker, Descendants.ANY), pid -> known.computeIfAbsent(pid, describe::apply));
		return List.copyOf(known.values());
	}

	/** Sends TERM and CONT to processes outside some groups. */
	public static void terminate(Marker marker, Descendants descendants, Set<Integer> groups) {
		for (int pid : find(marker, descendants.possible())) {
			if (ProcFs.stat(pid).filter(stat -> !stat.isDead() && !groups.contains(stat.group())).isPresent()) {
				Posix.kill(pid, Signals.TERM);
				Posix.kill(pid, Signals.CONT);
			}
		}
	}

	/** Takes the limit off processes, so that they outlive the host. */
	public static void release(Marker marker) {
		for (int pass = 0; pass < MAX_PASSES; pass++) {
			List<Integer> found = find(pid -> isOn(marker.limit(), pid));
			if (found.isEmpty()) {
				break;
			}
			found.forEach(RlimitMarker::takeOff);
		}
	}

	/** Kills the processes with this limit, as {@link #kill(Marker)} does; takes less time, as it reads no environments. */
	public static List<Integer> kill(RlimitMarker limit) {
		return kill(pid -> isOn(limit, pid), pid -> {
		});
	}

	/** Kills processes; the consumer gets each before it is killed, perhaps more than once. */
	private static List<Integer> kill(IntPredicate wanted, IntConsumer seen) {
		PosixSupport.require();
		List<Integer> found = stopAll(wanted, seen);
		Set<Integer> killed = new LinkedHashSet<>();
		for (int pass = 0; pass < MAX_PASSES && !found.isEmpty(); pass++) {
			found.forEach(seen::accept);
			killed.addAll(found);
			kill(found, wanted);
			found = find(pid -> !killed.contains(pid) && wanted.test(pid));
		}
		return List.copyOf(killed);
	}

	/** Kills processes and waits for their ends, but not for the ends of those that hang since they were killed the last time. */
	private static void kill(List<Integer> found, IntPredicate wanted) {
		List<Integer> descriptors = new ArrayList<>();
		for (int pid : found) {
			boolean hangs = isHanging(pid);
			int descriptor = signal(pid, Signals.KILL, wanted);
			if (hangs) {
				close(descriptor);
			} else {
				descriptors.add(descriptor);
			}
		}
		long end = System.nanoTime() + DEATH_LIMIT.toNanos();
		for (int descriptor : descriptors) {
			awaitExit(descriptor, (int) Math.max(0, Duration.ofNanos(end - System.nanoTime()).toMillis()));
		}
	}

	/** Returns whether a process lives on although it was killed: its cgroup is frozen, or it waits for a device. */
	static boolean isHanging(int pid) {
		try {
			long pending = ProcFs.signals(Integer.toString(pid), "SigPnd", "ShdPnd");
			return (pending & KILL_BIT) != 0 && ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
		} catch (IOException e) {
			return false;
		}
	}

	/** Stops processes before they are killed: those that fork without end would use the place of each one that dies. Returns them. */
	private static List<Integer> stopAll(IntPredicate wanted, IntConsumer seen) {
		Set<Integer> stopped = new HashSet<>();
		List<Integer> found = find(wanted);
		for (int pass = 0; pass < MAX_PASSES && found.stream().anyMatch(pid -> !stopped.contains(pid)); pass++) {
			found.forEach(seen::accept);
			found.stream().filter(stopped::add).forEach(pid -> close(signal(pid, Signals.STOP, wanted)));
			found = find(wanted);
		}
		return found;
	}

	/**
	 * Sends a signal to a process if it is still wanted: another may have got its number meanwhile. Returns a descriptor for its end, -1
	 * if there is none.
	 */
	private static int signal(int pid, int signal, IntPredicate wanted) {
		int descriptor = Posix.pidfdOpen(pid);
		if (!wanted.test(pid)) {
			close(descriptor);
			return -1;
		}
		if (descriptor < 0) {
			Posix.kill(pid, signal);
		} else {
			Posix.pidfdSendSignal(descriptor, signal);
		}
		return descriptor;
	}

	private static void close(int descriptor) {
		if (descriptor >= 0) {
			Posix.close(descriptor);
		}
	}

	private static void awaitExit(int descriptor, int millis) {
		if (descriptor >= 0) {
			NativeBuffer exit = new NativeBuffer(Posix.POLLFD_SIZE);
			exit.bytes().putInt(0, descriptor).putShort(Posix.POLLFD_EVENTS, Posix.POLLIN);
			Posix.poll(exit.address(), 1, millis);
			Posix.close(descriptor);
		}
	}
}
