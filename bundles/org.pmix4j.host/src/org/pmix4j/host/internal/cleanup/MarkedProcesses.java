// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.cleanup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

import org.pmix4j.host.internal.posix.Descendants;
import org.pmix4j.host.internal.posix.LimitMark;
import org.pmix4j.host.internal.posix.NativeBuffer;
import org.pmix4j.host.internal.posix.Posix;
import org.pmix4j.host.internal.posix.PosixSupport;
import org.pmix4j.host.internal.posix.ProcFs;
import org.pmix4j.host.internal.posix.Signals;
import org.pmix4j.model.bytes.ByteStrings;

/**
 * Finds processes by the marker in their environment or their resource limits, also those that left their process group, as daemons do.
 * Looks at every process of this user, which takes milliseconds. Stateless; blocks, so not for the loop's thread.
 */
public final class MarkedProcesses {

	/** Each pass kills the processes that it sees; the next one finds those forked meanwhile. */
	private static final int MAX_PASSES = 20;
	private static final int DEATH_LIMIT_MILLIS = 500;

	private MarkedProcesses() {
	}

	/** Returns the ids of the living processes that carry the marker, except this one. */
	public static List<Integer> find(Marker marker) {
		return find(marker, Descendants.ANY);
	}

	private static List<Integer> find(Marker marker, IntPredicate possible) {
		byte[] text = ByteStrings.encode(marker.toString());
		LimitMark limit = marker.limit();
		return find(pid -> possible.test(pid) && (isOn(limit, pid) || ProcFs.carries(pid, text)));
	}

	private static List<Integer> find(IntPredicate wanted) {
		int self = (int) ProcessHandle.current().pid();
		return ProcFs.pids().stream().filter(pid -> pid != self && wanted.test(pid)).toList();
	}

	/** Returns whether a living process carries the mark; a zombie keeps its limits. */
	private static boolean isOn(LimitMark limit, int pid) {
		return limit.isOn(pid) && ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
	}

	/** Kills them and waits for the end of each, at most half a second if it hangs in the kernel. Returns their ids. */
	public static List<Integer> kill(Marker marker) {
		return kill(() -> find(marker));
	}

	/**
	 * Waits until no process carries the marker, at most for a while, and kills the others as {@link #kill(Marker)} does. Begins with the
	 * processes that can be descendants of some, and looks at all only if one of those carries the marker. To be called on a thread that was
	 * started after the end of those processes.
	 *
	 * @return those that were killed, or were about to be when they ended
	 */
	public static List<Remnant> kill(Marker marker, Descendants descendants, Duration patience) {
		long end = System.nanoTime() + patience.toNanos();
		List<Integer> left = find(marker, descendants.possible());
		while (!left.isEmpty() && System.nanoTime() < end) {
			awaitExit(Posix.pidfdOpen(left.get(0)), (int) Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
			left = find(marker);
		}
		if (left.isEmpty()) {
			return List.of();
		}
		Map<Integer, Remnant> known = new LinkedHashMap<>();
		kill(() -> {
			List<Integer> found = find(marker);
			found.forEach(pid -> known.computeIfAbsent(pid, Remnant::of));
			return found;
		});
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
			found.forEach(LimitMark::takeOff);
		}
	}

	/** Kills the processes with this limit, as {@link #kill(Marker)} does; takes less time, as it reads no environments. */
	public static List<Integer> kill(LimitMark limit) {
		return kill(() -> find(pid -> isOn(limit, pid)));
	}

	private static List<Integer> kill(Supplier<List<Integer>> search) {
		PosixSupport.require();
		List<Integer> found = stopAll(search);
		List<Integer> killed = new ArrayList<>();
		for (int pass = 0; pass < MAX_PASSES && !found.isEmpty(); pass++) {
			found.stream().filter(pid -> !killed.contains(pid)).forEach(killed::add);
			found.forEach(MarkedProcesses::killAndWait);
			found = search.get();
		}
		return List.copyOf(killed);
	}

	/** Stops processes before they are killed: those that fork without end would use the place of each one that dies. Returns them. */
	private static List<Integer> stopAll(Supplier<List<Integer>> search) {
		Set<Integer> stopped = new HashSet<>();
		List<Integer> found = search.get();
		for (int pass = 0; pass < MAX_PASSES && found.stream().anyMatch(pid -> !stopped.contains(pid)); pass++) {
			found.stream().filter(stopped::add).forEach(pid -> Posix.kill(pid, Signals.STOP));
			found = search.get();
		}
		return found;
	}

	private static void killAndWait(int pid) {
		int descriptor = Posix.pidfdOpen(pid);
		Posix.kill(pid, Signals.KILL);
		awaitExit(descriptor, DEATH_LIMIT_MILLIS);
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
