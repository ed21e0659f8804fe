// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.posix.KernelLog;
import org.pmix4j.process.internal.posix.MemoryGroup;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.ProcFs;

/**
 * Recognizes the children that the kernel has killed for lack of memory, by its counters: that of the machine is read when the first child
 * starts, those of control groups a moment later, as a quick job shall not wait for them, and all of them when a child was killed. Owned
 * by a {@link ProcessLoop}, used on its thread.
 */
public final class MemoryKills {
	/** When the counters of groups are read after the first start. */
	private static final Duration MOMENT = Duration.ofMillis(200);
	/** The most groups of version 1 that are read: it does not show the group of a process that was killed, so all are searched. */
	private static final int MOST = 1000;
	private static final int KILLED = ExitStatus.signaled(Signals.KILL, false).shellCode();

	private final int self;
	private final IntFunction<Optional<MemoryGroup>> groups;
	private final LongSupplier ofMachine;
	private final IntFunction<Optional<Boolean>> log;
	/** The kills of each group that need no further explanation, by its directory. */
	private final Map<Path, Long> known = new HashMap<>();
	private long before;

	/**
	 * @param self      the process id of this process
	 * @param groups    returns the group of a process
	 * @param ofMachine returns the number of kills on the machine, -1 if it is unknown
	 * @param log       returns whether the kernel has reported that it has killed a process; empty if that is unknown
	 */
	public MemoryKills(int self, IntFunction<Optional<MemoryGroup>> groups, LongSupplier ofMachine, IntFunction<Optional<Boolean>> log) {
		this.self = self;
		this.groups = groups;
		this.ofMachine = ofMachine;
		this.log = log;
	}

	/** Returns the kills on this machine. */
	static MemoryKills ofThisMachine() {
		return new MemoryKills((int) ProcessHandle.current().pid(), MemoryGroup::of, ProcFs::memoryKills, KernelLog::hasKilled);
	}

	/** Begins to count, before the first child is started. */
	void begin(PollLoop loop) {
		begin();
		loop.schedule(MOMENT, this::remember);
	}

	/** Reads the counter of the machine. */
	public void begin() {
		before = ofMachine.getAsLong();
		known.clear();
	}

	/** Reads the counters of groups, unless the kernel has killed a process meanwhile. */
	public void remember() {
		if (hasKilled()) {
			return;
		}
		Map<Path, Long> counts = new HashMap<>();
		for (MemoryGroup group : candidates(self)) {
			group.kills().ifPresent(count -> counts.put(group.directory(), count));
		}
		// the kernel counts a kill for the machine first, so without one there is none in these
		if (!hasKilled()) {
			known.putAll(counts);
		}
	}

	private boolean hasKilled() {
		return before >= 0 && ofMachine.getAsLong() != before;
	}

	/**
	 * Explains the end of a child.
	 *
	 * @param pid  of the child, a zombie
	 * @param exit its status
	 * @return what the kernel has killed it for: {@code out of memory (limit 128 MiB of cgroup /x)}; empty if it has not
	 */
	public Optional<String> explain(int pid, ExitStatus exit) {
		if (exit.shellCode() != KILLED || before >= 0 && ofMachine.getAsLong() <= before) {
			return Optional.empty();
		}
		List<MemoryGroup> risen = new ArrayList<>();
		for (MemoryGroup group : candidates(pid)) {
			OptionalLong count = group.kills();
			long past = known.getOrDefault(group.directory(), 0L);
			if (count.isPresent() && count.getAsLong() > past) {
				known.put(group.directory(), past + 1);
				risen.add(group);
				if (!group.isUnified()) {
					break; // each kill is counted by one group
				}
			}
		}
		if (!risen.isEmpty() && exit.isSignaled() && !log.apply(pid).orElse(true)) {
			// another process was killed, in version 1 of any group; the log cannot tell for a shell, which names a child by its exit code
			return Optional.empty();
		}
		return risen.stream().findFirst()
				.map(group -> "out of memory (" + group.limitText().orElseGet(() -> "the machine has " + MemoryGroup.size(ProcFs.memory())) + ")");
	}

	/** Returns the groups that may have counted the end of a process: first its own one. */
	private Collection<MemoryGroup> candidates(int pid) {
		// by their directories, as the first use of the equals of a record is slow
		Map<Path, MemoryGroup> found = new LinkedHashMap<>();
		groups.apply(pid).filter(MemoryGroup::isUnified).ifPresent(group -> found.put(group.directory(), group));
		groups.apply(self).ifPresent(own -> found.putIfAbsent(own.directory(), own));
		Optional<MemoryGroup> first = found.values().stream().findFirst();
		if (first.isPresent() && !first.get().isUnified()) {
			try {
				first.get().all(MOST).forEach(group -> found.putIfAbsent(group.directory(), group));
			} catch (IOException e) {
				// this process may not read them
			}
		}
		return found.values();
	}
}
