// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionRules;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.NodeSelection;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.mapping.NodePool;
import org.pmix4j.placement.internal.mapping.RankCounts;

/**
 * Reads a request of PMIx_Spawn in two steps, as the files that it names must be read in between. Options that the request leaves open
 * come from the job of the requester, where the table says so. Used for one request.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn; PRRTE, prted/pmix/pmix_server_dyn.c"
 */
public final class SpawnReader {
	private final SpawnRequest request;
	private final SpawnBase base;
	private final OptionValues options;
	private final Optional<List<Node>> places;
	private final JobSpec draft;

	private SpawnReader(SpawnRequest request, SpawnBase base) throws PmixException {
		this.request = request;
		this.base = base;
		SpawnSupport.check(request.infos());
		OptionValues given = OptionTable.read(request.infos());
		options = Colocation.daemonKeys().anyMatch(key -> request.infos().value(key).isPresent())
				? given.with(SpawnOptions.TOOLS, true) : given;
		places = Colocation.read(request.infos(), base.running());
		PlacingDirectives.check(request);
		if (request.apps().isEmpty()) {
			throw new PmixException(Status.ERR_JOB_NO_EXE_SPECIFIED, "spawn: no program is named");
		}
		draft = read();
	}

	/**
	 * @param request the request of a process
	 * @param base    what the job starts from
	 * @return the reader, which has read the programs
	 * @throws PmixException with the status for the process if the job cannot be run as requested
	 */
	public static SpawnReader of(SpawnRequest request, SpawnBase base) throws PmixException {
		return new SpawnReader(request, base);
	}

	/** @return the programs; those that leave the number of their ranks open lack that option */
	public JobSpec draft() {
		return draft;
	}

	/**
	 * Completes the job.
	 *
	 * @param files the files that the placement options of the draft name
	 * @return the job of the requester
	 * @throws PmixException with the status for the process if the job cannot be run as requested
	 */
	public LaunchRequest order(PlacementFiles files) throws PmixException {
		JobSpec spec = complete(files);
		int counted = spec.apps().stream().filter(app -> !app.options().get(SpawnOptions.TOOLS)).mapToInt(AppSpec::ranks).sum();
		if (counted > 0) {
			requireRoom(counted);
		}
		SpawnDirectives wishes = new SpawnDirectives(options);
		return new LaunchRequest(spec, JobListener.NONE, Optional.of(request.requester()), Optional.empty(), wishes.news(request.infos()),
				wishes.bonds(), wishes.forwarded(),
				SpawnSupport.forRanks(request.infos(), spec.apps(), request.apps()), places, ignored());
	}

	private List<String> ignored() throws PmixException {
		List<String> texts = new ArrayList<>(SpawnSupport.ignored(request.infos(), request.apps()));
		texts.addAll(PlacingDirectives.ignored(request));
		places.ifPresent(given -> texts.addAll(Colocation.ignoredCounts(request, given.size())));
		return texts;
	}

	private JobSpec read() throws PmixException {
		AppReader reader = new AppReader(base, AppOptions.inherited(options, base.environment()), options.only(OptionScope.APP), places);
		List<AppSpec> apps = new ArrayList<>();
		for (App app : request.apps()) {
			apps.add(reader.read(app));
		}
		try {
			return JobSpec.of(apps.toArray(AppSpec[]::new)).withDirectory(base.directory()).withEnvironment(Map.of()).withSink(base.sink());
		} catch (IllegalArgumentException e) {
			throw refused(e);
		}
	}

	private JobSpec complete(PlacementFiles files) throws PmixException {
		try {
			JobSpec spec = draft;
			if (places.isEmpty()) {
				SpawnBase.Room room = base.room();
				NodeSelection.of(room.pool(), room.busy(), draft, files);
				spec = RankCounts.complete(draft, new NodePool(room.pool(), room.busy(), Map.of(), Optional.of(room.home()), Optional.empty()),
						files);
			}
			OptionValues all = base.inherited().plus(options.only(OptionScope.JOB));
			OptionRules.check(all, spec.size(), OptionSource.ATTRIBUTES);
			return spec.withOptions(all).withStdin(stdin());
		} catch (IllegalArgumentException e) {
			throw refused(e);
		}
	}

	private static PmixException refused(IllegalArgumentException reason) {
		return new PmixException(Status.ERR_BAD_PARAM, "spawn: " + reason.getMessage(), reason);
	}

	private StdinSpec stdin() {
		Rank target = options.get(JobOptions.STDIN);
		return options.get(SpawnOptions.PUSH_STDIN) && !target.equals(Rank.INVALID) ? StdinSpec.pushed(target) : StdinSpec.NONE;
	}

	private void requireRoom(int ranks) throws PmixException {
		boolean elsewhere = options.get(PlacementOptions.NOT_ON_HEAD);
		boolean limited = PlacementOptions.forbidsOversubscription(options);
		for (App app : request.apps()) {
			OptionValues own = OptionTable.read(app.infos());
			elsewhere |= own.get(PlacementOptions.NOT_ON_HEAD);
			limited |= PlacementOptions.forbidsOversubscription(own);
		}
		if (elsewhere && base.room().pool().size() == 1) {
			String name = PlacementOptions.NOT_ON_HEAD.attributes().get(0).name();
			throw new PmixException(Status.ERR_JOB_FAILED_TO_MAP, "spawn: " + name + ": no rank may run on "
					+ String.join(", ", base.room().pool().stream().map(node -> node.node().name()).toList())
					+ ", but the session has no other node");
		}
		if (limited && ranks > base.room().free()) {
			throw new PmixException(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "spawn: " + ranks
					+ " ranks are requested without oversubscription, but " + Math.max(0, base.room().free()) + " of " + base.room().slots()
					+ " slots are free; request fewer ranks, give the nodes more slots (HOST:N, or slots=N in a hostfile), or allow oversubscription "
					+ "(:OVERSUBSCRIBE in PMIX_MAPBY)");
		}
	}
}
