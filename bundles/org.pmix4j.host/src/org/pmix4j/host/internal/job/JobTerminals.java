// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.WindowSize;

/**
 * The size of the terminals of a job's ranks: that of its option, then that of the last change. Owned by its {@link JobCommands}; changed
 * on the host's thread, may be read from any thread.
 */
final class JobTerminals {
	private final JobProgress progress;
	private final StartGate gate;
	private volatile TerminalSize size;

	JobTerminals(JobProgress progress, StartGate gate, TerminalSize size) {
		this.progress = progress;
		this.gate = gate;
		this.size = size;
	}

	/** Returns the size for a rank that starts now. */
	WindowSize window() {
		return window(size);
	}

	private static WindowSize window(TerminalSize size) {
		return new WindowSize(size.rows(), size.columns());
	}

	/** Returns the options that a spawned job takes over, with the present size. */
	OptionValues inherited(OptionValues options) {
		return options.inherited().with(OutputOptions.TERMINAL_SIZE, size);
	}

	/** Changes the size, also of ranks that start later, and notifies the ranks as the kernel notifies the foreground of a terminal. */
	void resize(TerminalSize changed) {
		if (changed.equals(size)) {
			return;
		}
		size = changed;
		WindowSize window = window(changed);
		gate.pass(() -> progress.ranks().stream().flatMap(rank -> rank.child().stream()).forEach(child -> {
			if (child.resizeTerminal(window)) {
				child.signal(Signals.WINCH);
			}
		}));
	}
}
