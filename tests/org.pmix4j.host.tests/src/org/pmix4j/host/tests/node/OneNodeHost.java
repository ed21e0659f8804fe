// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.Infos;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.testkit.SimulatedLoop;

/** A host with one simulated node on a simulated loop. */
class OneNodeHost implements AutoCloseable {
	final SimulatedLoop loop = new SimulatedLoop();
	final SimulatedNode node;
	final SimulatedHost host;

	/** Starts a host whose node has four slots. */
	OneNodeHost(Path directory) throws Exception {
		this(directory, 4);
	}

	OneNodeHost(Path directory, int slots) throws Exception {
		node = new SimulatedNode(0, "here", slots);
		host = new SimulatedHost(directory, List.of(node), loop);
	}

	/** Starts a host with another heap; an executor runs what takes long. */
	OneNodeHost(Path directory, int slots, Executor executor, long heap) throws Exception {
		node = new SimulatedNode(0, "here", slots);
		host = new SimulatedHost(directory, List.of(node), loop, executor, heap);
	}

	/** Returns a job whose output is discarded. */
	static JobSpec spec(int ranks) {
		return spec(AppSpec.of(ranks, "program"));
	}

	/** Returns a job of these programs whose output is discarded. */
	static JobSpec spec(AppSpec... apps) {
		return JobSpec.of(apps).withSink(OutputSink.DISCARD).withEnvironment(Map.of());
	}

	JobHandle launch(JobSpec spec) {
		return launch(spec, JobListener.NONE);
	}

	JobHandle launch(JobSpec spec, JobListener listener) {
		JobHandle job = host.launch(spec, listener);
		loop.run();
		return job;
	}

	/** Lets a process call PMIx_Init. */
	void connect(RankProcess rank) {
		loop.call(() -> host.upcalls.clientConnected(rank.proc(), rank, Infos.EMPTY)).join();
	}

	/** Lets all processes exit. */
	void exitAll(ExitStatus status) {
		node.processes().forEach(process -> process.exit(status));
		loop.run();
	}

	/** Waits for the end of a job, in real time only for its output, which is written on its own thread. */
	JobResult result(Job job) {
		return loop.await(job.ended());
	}

	List<String> messages() {
		return host.messages;
	}

	@Override
	public void close() {
		host.close();
	}
}
