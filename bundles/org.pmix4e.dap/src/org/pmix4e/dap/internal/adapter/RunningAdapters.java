// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Kills the adapters that are left when this Java virtual machine ends, however it ends: LLDB 14 lives on when its input ends, and keeps
 * its process stopped. Processes go on without an adapter that was killed. A shell does that, which reads the process ids from a pipe
 * until the pipe ends. Thread-safe.
 */
public final class RunningAdapters {
	/** Reads + or - and a process id for each adapter that has started or ended. */
	private static final String GUARD = "trap '' INT TERM HUP QUIT TSTP; set --; while read -r sign pid; do case $sign in"
			+ " +) set -- \"$@\" \"$pid\" ;; -) for each; do shift; [ \"$each\" = \"$pid\" ] || set -- \"$@\" \"$each\"; done ;; esac; done;"
			+ " [ $# -eq 0 ] || kill -s KILL \"$@\"";

	private static @Nullable OutputStream orders;

	private RunningAdapters() {
	}

	/** @param adapter is killed at the end of this Java virtual machine, unless it has ended before */
	public static void add(Process adapter) {
		order("+ " + adapter.pid());
		adapter.onExit().thenRun(() -> order("- " + adapter.pid()));
	}

	private static synchronized void order(String line) {
		try {
			OutputStream known = orders;
			if (known == null) {
				known = new ProcessBuilder("/bin/sh", "-c", GUARD, "pmix4e-guard").redirectOutput(Redirect.DISCARD)
						.redirectError(Redirect.DISCARD).start().getOutputStream();
				orders = known;
			}
			known.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
			known.flush();
		} catch (IOException e) {
			System.getLogger(RunningAdapters.class.getName()).log(Level.WARNING,
					"debug adapters may outlive a workbench that is killed: " + e.getMessage(), e);
		}
	}
}
