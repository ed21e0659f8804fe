// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.Session;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.JobEngineContract;
import org.pmix4j.testkit.Lines;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** The engine for a server that is already there, attached to a host in this process. */
class EmbeddedServerEngineTest extends JobEngineContract {
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@TempDir
	private Path directory;

	private LocalHost host;

	@Override
	protected JobEngine open() throws Exception {
		host = LocalHost.start(HostOptions.defaults().withDirectory(directory).withSlots(4));
		return attach();
	}

	private ServerEngine attach() throws Exception {
		return ServerEngine.attach(ToolOptions.of(ServerChoice.uri(host.uri())));
	}

	@Override
	protected void release() {
		host.close();
	}

	@Test
	void lost_hostCloses_completesAndEndsTheJobs() throws Exception {
		try (ServerEngine engine = attach()) {
			Job job = engine.launch(JobSpec.of(1, "sleep", "1000").withSink(OutputSink.DISCARD), JobListener.NONE);
			Await.result(job.started());

			host.close();

			assertThat(Await.result(engine.lost())).isNotBlank();
			assertThat(Await.result(job.ended()).isSuccess()).isFalse();
		}
	}

	@Test
	void jobs_ofTheHost_areWatched() throws Exception {
		try (ServerEngine engine = attach()) {
			Job own = host.launch(JobSpec.of(1, "sleep", "1000").withSink(OutputSink.DISCARD));
			Await.until("the job of the host", MOMENT, () -> engine.jobs().contains(own));
			Job seen = engine.jobs().get(0);

			assertThat(seen.isOwned()).isFalse();
			assertThat(seen.hashCode()).isEqualTo(own.hashCode());
			assertThat(seen.ranks()).isEqualTo(own.ranks());

			own.terminate();
			JobResult result = Await.result(seen.ended());
			assertThat(result.nspace()).isEqualTo(own.nspace());
			assertThat(result.exitCode()).isEqualTo(Await.result(own.ended()).exitCode());
		}
	}

	@Test
	void sessions_ofTheHost_areReportedWithTheirJobs_andControlled() throws Exception {
		Map<Integer, Session> seen = new ConcurrentHashMap<>();
		Map<String, Integer> sessionOfJob = new ConcurrentHashMap<>();
		JobListener listener = new JobListener() {
			@Override
			public void sessionChanged(Session session) {
				seen.put(session.id(), session);
			}

			@Override
			public void jobChanged(Job job, JobState state) {
				if (state.equals(JobState.LAUNCH_UNDERWAY)) {
					sessionOfJob.put(job.nspace(), job.sessionId());
				}
			}
		};
		try (PmixTool other = PmixTool.open(ToolOptions.of(ServerChoice.uri(host.uri())));
				ServerEngine engine = ServerEngine.following(PmixTool.open(ToolOptions.of(ServerChoice.uri(host.uri()))), listener)) {
			other.host().allocate(AllocDirective.NEW,
					RequestOptions.of(Info.of(AllocAttributes.ALLOC_ID, "mine"), Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L)));
			String inside = other.spawn(Infos.of(Info.of(AllocAttributes.ALLOC_ID, "mine")),
					List.of(new App("sleep", List.of("sleep", "1000"), List.of(), "", 1, Infos.EMPTY)));
			String outside = host.launch(JobSpec.of(1, "sleep", "1000").withSink(OutputSink.DISCARD)).nspace();
			Await.until("both jobs", MOMENT, () -> sessionOfJob.keySet().containsAll(List.of(inside, outside)));

			assertThat(sessionOfJob.get(outside)).isEqualTo(host.session().id());
			Session mine = seen.get(sessionOfJob.get(inside));
			assertThat(mine.allocation()).contains("mine");
			assertThat(mine.slots()).isEqualTo(1);
			assertThat(mine.nodes()).isEqualTo(host.session().nodes());
			assertThat(mine.jobs()).containsExactly(inside);

			Await.result(engine.control(mine.id(), Infos.EMPTY.with(SessionControlAttributes.SESSION_PAUSE, true)));
			Await.until("the pause", MOMENT, () -> seen.get(mine.id()).state() == Session.State.PAUSED);
			Await.result(engine.control(mine.id(), Infos.EMPTY.with(SessionControlAttributes.SESSION_TERMINATE, true)));
			Await.until("the end", MOMENT, () -> seen.get(mine.id()).state() == Session.State.ENDED);

			assertThat(engine.control(mine.id(), Infos.EMPTY.with(SessionControlAttributes.SESSION_PAUSE, true)))
					.failsWithin(MOMENT).withThrowableThat().withMessageContaining("NOT_FOUND");
		}
	}

	@Test
	void close_engineWithAWatchedJob_leavesTheJobAlone() throws Exception {
		Job own = host.launch(JobSpec.of(1, "sleep", "1000").withSink(OutputSink.DISCARD));
		try (ServerEngine engine = attach()) {
			Await.until("the job of the host", MOMENT, () -> engine.jobs().contains(own));
		}

		assertThat(own.ended()).isNotDone();
	}

	@Test
	void output_ofTwoJobsAtOnce_goesToTheirSinks() throws Exception {
		try (ServerEngine engine = attach()) {
			Lines one = new Lines();
			Lines other = new Lines();
			Job first = engine.launch(JobSpec.of(1, "sh", "-c", "for i in 1 2 3; do echo one; sleep 0.05; done").withSink(one), JobListener.NONE);
			Job second = engine.launch(JobSpec.of(1, "sh", "-c", "for i in 1 2 3; do echo two; sleep 0.05; done").withSink(other),
					JobListener.NONE);

			assertThat(Await.result(first.ended()).isSuccess()).isTrue();
			assertThat(Await.result(second.ended()).isSuccess()).isTrue();
			assertThat(one.text()).isEqualTo("one\none\none\n");
			assertThat(other.text()).isEqualTo("two\ntwo\ntwo\n");
		}
	}

	@Test
	void output_ofASpawnedJob_goesToTheSinkOfItsAncestor() throws Exception {
		try (ServerEngine engine = attach()) {
			Lines one = new Lines();
			Lines other = new Lines();
			Job first = engine.launch(JobSpec.of(1, "sleep", "1000").withSink(one), JobListener.NONE);
			requireRunning(first);
			Job second = engine.launch(JobSpec.of(1, Peers.c("pmix_spawn_late").toString(), "echo child").withSink(other), JobListener.NONE);

			assertThat(Await.result(second.familyEnded()).message()).isEmpty();
			assertThat(other.text().lines()).contains("child");
			assertThat(one.text()).isEmpty();
		}
	}
}
