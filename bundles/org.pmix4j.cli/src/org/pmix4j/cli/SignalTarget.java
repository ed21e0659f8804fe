// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.options.TerminalSize;

/** The jobs that the signals of this process concern. Thread-safe. */
interface SignalTarget {
	/** Ends the jobs in order; sooner if they are ending already, and by force the third time. */
	void interrupt();

	/** Returns how long the ranks may take to end by themselves before they are killed. */
	Duration killTimeout();

	/** Sends a signal to all ranks; completes when they have got it. */
	CompletableFuture<Void> signal(int signal);

	/** Changes the size of the ranks' terminals, if they have that of this process. */
	default void resizeTerminals(TerminalSize size) {
		// the ranks belong to other launchers
	}

	/** Returns what the jobs wait for, in lines; empty if it is shown in another way. May block. */
	String dump();

	/** Returns the jobs of a host. */
	static SignalTarget of(LocalHost host) {
		return new SignalTarget() {
			@Override
			public void interrupt() {
				host.interrupt();
			}

			@Override
			public Duration killTimeout() {
				return host.killTimeout();
			}

			@Override
			public CompletableFuture<Void> signal(int signal) {
				return host.signal(signal);
			}

			@Override
			public void resizeTerminals(TerminalSize size) {
				host.resizeTerminals(size);
			}

			@Override
			public String dump() {
				return host.dump().join();
			}
		};
	}

	/** Returns the jobs that an engine has launched. */
	static SignalTarget of(JobEngine engine) {
		return new SignalTarget() {
			@Override
			public void interrupt() {
				engine.interrupt();
			}

			@Override
			public Duration killTimeout() {
				return engine instanceof ServerEngine server ? server.killTimeout()
						: engine.jobs().stream().map(job -> job.spec().killTimeout()).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
			}

			@Override
			public CompletableFuture<Void> signal(int signal) {
				return engine.signal(signal);
			}

			@Override
			public void resizeTerminals(TerminalSize size) {
				if (engine instanceof ServerEngine server) {
					server.resizeTerminals(size);
				}
			}

			@Override
			public String dump() {
				return engine instanceof ServerEngine server && server.describeFamilies() ? "" : engine.dump().join();
			}
		};
	}
}
