// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.host.launcher.XmlDocument;
import org.pmix4j.job.Job;

/**
 * Shows the messages of a host about its jobs. Prints them immediately, as standard error never blocks (see {@link ErrorOutput}), and
 * reports on another thread, as standard output may block. Called by the thread of the host.
 */
final class JobMessages implements HostListener {
	private final Console console;
	private final XmlDocument document;
	private CompletableFuture<Void> reports = CompletableFuture.completedFuture(null);

	/** @param document the output of the launcher */
	JobMessages(Console console, XmlDocument document) {
		this.console = console;
		this.document = document;
	}

	@Override
	public void hostFailed(String reason) {
		LauncherProcess.fail(reason);
	}

	@Override
	public void message(Job job, String text) {
		console.message(text);
	}

	@Override
	public synchronized void report(Job job, String text) {
		reports = reports.thenRunAsync(() -> {
			console.out().print(document.report(job.nspace(), text));
			console.out().flush();
		});
	}

	/** Waits until all reports are printed. */
	void await() {
		CompletableFuture<Void> last;
		synchronized (this) {
			last = reports;
		}
		last.join();
	}
}
