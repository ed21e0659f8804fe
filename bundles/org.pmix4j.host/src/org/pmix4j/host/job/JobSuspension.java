// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.job;

import org.pmix4j.host.posix.Signals;

/** Whether a job was stopped by signals that went to all its ranks. Owned by a {@link JobCourse}, used on the host's thread. */
final class JobSuspension {
	private boolean on;

	boolean isOn() {
		return on;
	}

	/** Returns whether that signal suspends a job that ran, or resumes one that was suspended. */
	boolean changes(int signal) {
		boolean before = on;
		on = signal == Signals.STOP || on && signal != Signals.CONT;
		return on != before;
	}
}
