// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LeakCheck;

/** A host that runs shell scripts as ranks and records its notifications. Closing it fails if it has left anything behind. */
final class TestHost implements AutoCloseable {
	final List<String> events = new CopyOnWriteArrayList<>();
	final List<String> messages = new CopyOnWriteArrayList<>();
	final CapturingSink sink = new CapturingSink();
	/** Reaches 0 when the first rank has ended. */
	final CountDownLatch firstEnd = new CountDownLatch(1);
	final LocalHost host;

	private final LeakCheck leaks = new LeakCheck();
	private boolean closed;

	TestHost() throws IOException, PmixException {
		leaks.begin();
		host = LocalHost.start(HostOptions.defaults().withDirectory(leaks.directory()).withListener(new HostListener() {
			@Override
			public void jobChanged(Job job, JobState state) {
				events.add("job " + state.constantName().orElseThrow());
			}

			@Override
			public void rankChanged(Job job, RankProcess rank) {
				events.add(rank.proc().rank() + " " + rank.state());
				if (rank.state() == RankState.ENDED) {
					firstEnd.countDown();
				}
			}

			@Override
			public void message(Job job, String text) {
				messages.add(text);
			}
		}));
	}

	/** Returns a job whose ranks run the script; its output goes to {@link #sink}. */
	JobSpec shell(int ranks, String script) {
		return JobSpec.of(ranks, "sh", "-c", script).withSink(sink);
	}

	LocalJob launch(JobSpec job) {
		return host.launch(job);
	}

	JobResult run(JobSpec job) throws Exception {
		return Await.result(launch(job).ended());
	}

	JobResult run(int ranks, String script) throws Exception {
		return run(shell(ranks, script));
	}

	/** Returns the directory of its session directory; it must be empty in the end. */
	Path directory() {
		return leaks.directory();
	}

	@Override
	public void close() {
		if (!closed) {
			closed = true;
			host.close();
			leaks.end();
		}
	}
}
