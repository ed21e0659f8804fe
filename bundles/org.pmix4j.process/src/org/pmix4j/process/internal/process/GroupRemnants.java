// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.time.Duration;

import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;

/**
 * Waits until the members of a process group that were killed after their leader are gone. They are not children of this process, so no
 * wait call knows them. Costs one signal 0 in the usual case of an empty group. Used on the loop's thread.
 */
final class GroupRemnants {

	/** The limit for the wait: a process that survives KILL longer hangs in the kernel. */
	private static final Duration LIMIT = Duration.ofSeconds(1);

	private final Runnable gone;
	private final PollLoop.Timer limit;
	private final PollLoop loop;
	private int waiting;

	private GroupRemnants(PollLoop loop, Runnable gone) {
		this.loop = loop;
		this.gone = gone;
		limit = loop.schedule(LIMIT, gone);
	}

	/** Calls back immediately if the group is empty, else when its last living member has ended or the limit has passed. */
	static void await(PollLoop loop, int group, Runnable gone) {
		assert loop.inLoop();
		if (Posix.kill(-group, 0) != 0 && Posix.errno() == Errno.ESRCH) {
			gone.run();
		} else {
			new GroupRemnants(loop, gone).watch(group);
		}
	}

	private void watch(int group) {
		waiting = 1;
		for (int pid : ProcFs.pids()) {
			if (ProcFs.stat(pid).filter(stat -> stat.group() == group && !stat.isDead()).isPresent()) {
				waiting += ExitWatch.onDescriptor(loop, pid, this::oneLess) ? 1 : 0;
			}
		}
		oneLess();
	}

	private void oneLess() {
		assert loop.inLoop();
		waiting--;
		if (waiting == 0 && loop.cancel(limit)) {
			gone.run();
		}
	}
}
