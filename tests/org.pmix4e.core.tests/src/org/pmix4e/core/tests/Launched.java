// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4j.testkit.Await;

/**
 * A launch under test. Waits for the platform's debug events, as views do.
 *
 * @param launch  the launch
 * @param process its job
 */
record Launched(ILaunch launch, JobProcess process) {
	static final long LIMIT_SECONDS = 300;

	static Launched launch(ILaunchConfiguration configuration) throws Exception {
		return launch(configuration, new NullProgressMonitor());
	}

	static Launched launch(ILaunchConfiguration configuration, IProgressMonitor monitor) throws Exception {
		return of(configuration.launch(ILaunchManager.RUN_MODE, monitor));
	}

	static Launched of(ILaunch launch) {
		return new Launched(launch, (JobProcess) launch.getProcesses()[0]);
	}

	NamespaceElement namespace() {
		return process.element().orElseThrow();
	}

	/** Waits for the event that the job's process has terminated. */
	Launched awaitEnd() throws Exception {
		CompletableFuture<Void> ended = new CompletableFuture<>();
		IDebugEventSetListener listener = events -> {
			for (DebugEvent event : events) {
				if (event.getKind() == DebugEvent.TERMINATE && event.getSource() == process) {
					ended.complete(null);
				}
			}
		};
		DebugPlugin.getDefault().addDebugEventListener(listener);
		try {
			if (!process.isTerminated()) {
				Await.result(ended);
			}
		} finally {
			DebugPlugin.getDefault().removeDebugEventListener(listener);
		}
		return this;
	}

	/** Waits until a rank has written a text. */
	void awaitOutput(String text) throws Exception {
		awaitOutput(process.output(), text);
	}

	/** Waits until a rank has written a text. */
	static void awaitOutput(JobOutput output, String text) throws Exception {
		CompletableFuture<Void> written = new CompletableFuture<>();
		try (AutoCloseable reading = output.subscribe(chunk -> true, new JobOutput.Listener() {
			@Override
			public void output(List<OutputChunk> chunks) {
				if (output.text(chunk -> true).contains(text)) {
					written.complete(null);
				}
			}

			@Override
			public void dropped(long bytes) {
				// the text may be in the output that is kept
			}

			@Override
			public void ended() {
				written.completeExceptionally(new AssertionError("the job has ended without " + text));
			}
		})) {
			Await.result(written);
		}
	}

	String out() {
		return process.getStreamsProxy().getOutputStreamMonitor().getContents();
	}

	String err() {
		return process.getStreamsProxy().getErrorStreamMonitor().getContents();
	}
}
