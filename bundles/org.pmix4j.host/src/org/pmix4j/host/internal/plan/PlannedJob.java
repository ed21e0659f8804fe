// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.Node;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.pmi.internal.codec.PmiRequest;
import org.pmix4j.pmi.internal.service.PmiJob;

/**
 * Shows a job to the PMI service. The values that a spawner gives to the job are part of the job's data, under keys of their own.
 *
 * @param plan the job
 * @param host runs it
 */
public record PlannedJob(JobPlan plan, HostContext host) implements PmiJob {
	private static final String SPAWNED = "pmi.spawned";
	private static final String PREPUT = "pmi.preput.";
	private static final String TOPOLOGY = "pmix4j-hwloc.xml";
	/** Ranks that wait longer discover the hardware faster themselves. */
	private static final Duration LIMIT = Duration.ofSeconds(5);

	/**
	 * @param request of a rank that speaks PMI
	 * @return directives for the spawn of the job
	 */
	public static Infos directives(PmiRequest.Spawn request) {
		Infos infos = Infos.of(Info.of(SPAWNED, PmixValue.Bool.TRUE));
		for (Map.Entry<String, String> entry : request.preput().entrySet()) {
			infos = infos.with(Info.of(PREPUT + entry.getKey(), new PmixValue.Str(entry.getValue())));
		}
		return infos;
	}

	private static Infos data(JobPlan plan) {
		return plan.request().jobInfos();
	}

	/** Returns whether a rank that speaks PMI has spawned the job. */
	static boolean isSpawned(JobPlan plan) {
		return data(plan).value(SPAWNED).isPresent();
	}

	@Override
	public String nspace() {
		return plan.nspace();
	}

	@Override
	public Optional<String> spawner() {
		return isSpawned(plan) ? plan.request().spawner().map(Proc::nspace) : Optional.empty();
	}

	@Override
	public int size() {
		return plan.size();
	}

	@Override
	public int universeSize() {
		return plan.session().session().slots();
	}

	@Override
	public int program(int rank) {
		return plan.map().ranks().get(rank).app();
	}

	@Override
	public int[] nodes() {
		List<Node> nodes = plan.map().nodes();
		Map<Node, Integer> numbers = new HashMap<>();
		nodes.forEach(node -> numbers.put(node, numbers.size()));
		return plan.map().ranks().stream().mapToInt(rank -> numbers.getOrDefault(rank.node(), 0)).toArray();
	}

	@Override
	public CompletionStage<Optional<String>> topologyFile() {
		CompletableFuture<Optional<Path>> written = host.topology().text()
				.thenCompose(text -> text.isEmpty() ? CompletableFuture.completedFuture(Optional.empty())
						: plan.session().nodes().home().directory().write(plan.nspace(), TOPOLOGY, text.get()).thenApply(Optional::of));
		return host.thread().within(LIMIT, written).handle((file, problem) -> {
			if (problem != null) {
				HostLog.log(Level.DEBUG, "ranks of " + plan.nspace() + " discover the hardware themselves", problem);
				return Optional.empty();
			}
			return file.map(Path::toString);
		});
	}

	@Override
	public Map<String, String> preput() {
		Map<String, String> values = new HashMap<>();
		for (Info info : data(plan)) {
			if (info.key().startsWith(PREPUT) && info.value() instanceof PmixValue.Str text) {
				values.put(info.key().substring(PREPUT.length()), text.value());
			}
		}
		return values;
	}
}
