// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.plan.JobData;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.plan.JobPlanner;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.process.internal.process.SpawnException;

/**
 * A job whose ranks are mapped and whose programs are found; its job data is on its way to the server, and its directories are being
 * created, unless it is only mapped. Immutable.
 *
 * @param plan    of the job
 * @param answers of the server and of the nodes
 */
record JobPreparation(JobPlan plan, List<CompletableFuture<Void>> answers) {
	/**
	 * Maps a job, on another thread if that takes long, and does the rest, which reads files, on another thread. All receivers are called
	 * on the host's thread: {@code mapped} in between, then one of the others once.
	 */
	static void begin(HostContext host, SessionRun session, LaunchRequest request, String nspace, Consumer<JobMap> mapped,
			Consumer<JobPreparation> done, Consumer<JobFailure> failed) {
		assert host.thread().inThread();
		if (!PlacementFiles.areNamed(request.spec())) {
			begin(host, session, request, nspace, PlacementFiles.NONE, mapped, done, failed);
			return;
		}
		host.thread().whenDone(host.thread().aside(() -> PlacementFiles.read(request.spec(), host.memory().share())), (files, problem) -> {
			if (problem == null) {
				begin(host, session, request, nspace, files, mapped, done, failed);
			} else {
				failed.accept(failure(problem));
			}
		});
	}

	private static void begin(HostContext host, SessionRun session, LaunchRequest request, String nspace, PlacementFiles files,
			Consumer<JobMap> mapped, Consumer<JobPreparation> done, Consumer<JobFailure> failed) {
		boolean isLong = files != PlacementFiles.NONE || JobPlanner.isLong(request.spec());
		host.mapping().run(host.thread(), isLong, () -> JobPlanner.mapping(host, session, request, files), (map, problem) -> {
			files.release();
			JobPlanner.mapped(host, session, request.spec(), Optional.ofNullable(map));
			if (problem == null) {
				plan(host, session, request, nspace, map, mapped, done, failed);
			} else {
				failed.accept(failure(problem));
			}
		});
	}

	private static void plan(HostContext host, SessionRun session, LaunchRequest request, String nspace, JobMap map,
			Consumer<JobMap> mapped, Consumer<JobPreparation> done, Consumer<JobFailure> failed) {
		try {
			int offset = session.takeGlobalRanks(request.spec().size());
			mapped.accept(map);
			CompletableFuture<JobPreparation> preparation = host.thread()
					.aside(() -> of(host, JobPlanner.plan(host, session, nspace, request, map, offset)));
			host.thread().whenDone(preparation, (prepared, problem) -> {
				if (problem == null) {
					done.accept(prepared);
				} else {
					host.thread().whenDone(undo(host, session, request.spec(), nspace, map), (undone, never) -> failed.accept(failure(problem)));
				}
			});
		} catch (RuntimeException e) {
			JobPlanner.vacate(host, session, request.spec(), map);
			failed.accept(failure(e));
		}
	}

	/** Frees the slots, and takes back what was made for the job. Completes when that is done; problems are logged. */
	CompletableFuture<Void> undo(HostContext host) {
		assert host.thread().inThread();
		host.server().deregisterNamespace(plan.nspace());
		return undo(host, plan.session(), plan.spec(), plan.nspace(), plan.map());
	}

	private static CompletableFuture<Void> undo(HostContext host, SessionRun session, JobSpec spec, String nspace, JobMap map) {
		JobPlanner.vacate(host, session, spec, map);
		return CompletableFuture.allOf(map.nodes().stream().map(node -> session.nodes().on(node).directory().removeJob(nspace))
				.toArray(CompletableFuture[]::new));
	}

	private static JobPreparation of(HostContext host, JobPlan plan) {
		List<CompletableFuture<Void>> answers = new ArrayList<>();
		if (plan.spec().get(JobOptions.DO_NOT_LAUNCH)) {
			return new JobPreparation(plan, answers);
		}
		for (Node node : plan.map().nodes()) {
			List<Placement> local = plan.map().on(node);
			CompletableFuture<Void> made = plan.directory(node).createJob(plan.nspace(), local.stream().map(Placement::rank).toList());
			answers.add(preload(plan, node, local, made));
		}
		answers.add(host.server().registerNamespace(plan.nspace(), plan.size(), JobData.of(plan)));
		return new JobPreparation(plan, answers);
	}

	/** Copies the files of all programs to the directories of a node, once these exist. */
	private static CompletableFuture<Void> preload(JobPlan plan, Node node, List<Placement> local, CompletableFuture<Void> made) {
		CompletableFuture<Void> loaded = made;
		for (int app = 0; app < plan.apps().size(); app++) {
			int index = app;
			for (JobPlan.Preload file : plan.apps().get(app).preloads()) {
				loaded = loaded.thenCompose(done -> plan.directory(node).preload(plan.nspace(), file.file(), file.name(),
						local.stream().filter(rank -> rank.app() == index).map(Placement::rank).toList()));
			}
		}
		return loaded;
	}

	private static JobFailure failure(Throwable problem) {
		if (problem instanceof PmixException refusal) {
			return JobFailure.refused(refusal);
		}
		return problem instanceof SpawnException missing ? JobFailure.notStarted(missing)
				: JobFailure.notLaunched(String.valueOf(problem.getMessage()));
	}
}
