// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.process.internal.posix.ByteLocks;

/**
 * The processors of this machine to which the hosts of all users bind ranks: each holds a lock on one byte of a shared file for each of its
 * processors, with the kernel's number of the processor. No lock outlives its process. Hosts in containers with a /dev/shm of their own do
 * not see each other. Owned by the node; used on the host's thread, but for {@link #close}.
 */
final class SharedBindings implements AutoCloseable {
	/** The variable that names another directory, for hosts that are not to see those of the machine. */
	private static final String VARIABLE = "PMIX4J_BINDINGS";
	private static final String DIRECTORY = "/dev/shm";
	private static final String FILE = "pmix4j-bindings";
	/** More processors than the kernel can be built for; the byte behind is held while a host chooses. */
	private static final int MOST = 65_536;
	private static final int TURNS = 20;
	private static final long TURN = Duration.ofMillis(1).toNanos();

	private @Nullable ByteLocks locks;
	private boolean failed;
	private boolean closed;
	private final BitSet held = new BitSet();

	/**
	 * Returns the processors that other hosts have taken, and keeps others from choosing until {@link #chosen}. A host that is stopped while
	 * it chooses is waited for some milliseconds.
	 */
	synchronized BitSet takenByOthers() {
		ByteLocks opened = locks();
		if (opened == null) {
			return new BitSet();
		}
		for (int turn = 0; turn < TURNS && !opened.lock(MOST); turn++) {
			LockSupport.parkNanos(TURN);
		}
		return opened.lockedByOthers(MOST);
	}

	/** Takes exactly these processors. */
	synchronized void take(BitSet processors) {
		if (locks == null && processors.isEmpty()) {
			return;
		}
		ByteLocks opened = locks();
		if (opened != null) {
			for (int cpu = processors.nextSetBit(0); cpu >= 0; cpu = processors.nextSetBit(cpu + 1)) {
				if (!held.get(cpu) && opened.lock(cpu)) { // else the user has chosen a processor that others use
					held.set(cpu);
				}
			}
			for (int cpu = held.nextSetBit(0); cpu >= 0; cpu = held.nextSetBit(cpu + 1)) {
				if (!processors.get(cpu)) {
					opened.unlock(cpu);
					held.clear(cpu);
				}
			}
		}
	}

	/** Lets others choose. */
	synchronized void chosen() {
		if (locks != null) {
			locks.unlock(MOST);
		}
	}

	private @Nullable ByteLocks locks() {
		if (locks == null && !failed && !closed) {
			String directory = OwnProcess.environment().getOrDefault(VARIABLE, "");
			Path file = BytePaths.of(directory.isEmpty() ? DIRECTORY : directory).resolve(FILE);
			try {
				failed = !Files.isDirectory(file.getParent());
				locks = failed ? null : ByteLocks.open(file);
			} catch (IOException e) {
				failed = true;
				HostLog.log(Level.DEBUG, "bindings of other hosts are not seen", e);
			}
		}
		return locks;
	}

	@Override
	public synchronized void close() {
		closed = true;
		ByteLocks opened = locks;
		if (opened != null) {
			opened.close();
			locks = null;
		}
	}
}
