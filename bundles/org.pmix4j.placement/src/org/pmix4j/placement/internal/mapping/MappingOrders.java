// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.placement.internal.allocation.NodeSelection;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;

/** Reads the mapping order of a job from its options. Used for one job, on one thread. */
public final class MappingOrders {
	private final JobSpec spec;
	private final NodePool pool;
	private final PlacementFiles files;
	private final boolean counts;

	private MappingOrders(JobSpec spec, NodePool pool, PlacementFiles files, boolean counts) {
		this.spec = spec;
		this.pool = pool;
		this.files = files;
		this.counts = counts;
	}

	/**
	 * @param spec  the order of the job
	 * @param pool  the nodes of the session
	 * @param files the files that the placement options name
	 * @return the order for the mapper
	 * @throws PmixException BAD_PARAM if policies are wrong or programs contradict each other, JOB_ALLOC_FAILED if a list of hosts or a
	 *                       hostfile is wrong; the message says why
	 */
	public static MappingOrder of(JobSpec spec, NodePool pool, PlacementFiles files) throws PmixException {
		return new MappingOrders(spec, pool, files, false).order();
	}

	/** Returns the order of a job in which programs without {@link AppOptions#RANKS} leave their number open. */
	static MappingOrder open(JobSpec spec, NodePool pool, PlacementFiles files) throws PmixException {
		return new MappingOrders(spec, pool, files, true).order();
	}

	private MappingOrder order() throws PmixException {
		MappingPolicy wish = wish();
		boolean sequence = wish.by().equals(Optional.of(MapBy.SEQUENCE));
		// a sequence names nodes itself, so lists of hosts and hostfiles do not limit it
		List<List<NodeShare>> shares = NodeSelection.of(pool.nodes(), pool.busy(), sequence ? unlimited() : spec, files);
		List<AppOrder> apps = new ArrayList<>();
		for (int app = 0; app < spec.apps().size(); app++) {
			AppSpec program = spec.apps().get(app);
			apps.add(new AppOrder(program.program(), counts && !program.options().isSet(AppOptions.RANKS) ? 0 : program.ranks(),
					shares.get(app),
					sequence && wish.file().isEmpty()
							? NodeSelection.sequence(pool.nodes(), program.options(), spec.directory(), files) : List.of()));
		}
		return new MappingOrder(apps, wish, RankBy.parse(common(PlacementOptions.RANK_BY)), Binding.parse(common(PlacementOptions.BIND_TO)),
				wish.file().isEmpty() ? List.of() : lines(wish.file()), pool.state(), !spec.get(JobOptions.DO_NOT_LAUNCH));
	}

	private JobSpec unlimited() {
		List<AppSpec> apps = new ArrayList<>();
		for (AppSpec app : spec.apps()) {
			apps.add(new AppSpec(app.program(), app.arguments(),
					app.options().without(PlacementOptions.HOSTS).without(PlacementOptions.HOSTFILE)));
		}
		return new JobSpec(apps, spec.directory(), spec.environment(), spec.options(), spec.sink(), spec.input());
	}

	private MappingPolicy wish() throws PmixException {
		MappingPolicy wish = MappingPolicyReader.read(common(PlacementOptions.MAP_BY));
		String pattern = common(PlacementOptions.PER_RESOURCE_COUNT);
		if (!pattern.isEmpty()) {
			MappingPolicy more = MappingPolicyReader.read("ppr:" + pattern + qualifiers(common(PlacementOptions.MAP_BY)));
			if (wish.by().isPresent() && !wish.perResource().equals(more.perResource())) {
				throw new PmixException(Status.ERR_BAD_PARAM, "mapping policy '" + common(PlacementOptions.MAP_BY)
						+ "' and a number of ranks for each resource, '" + pattern + "', exclude each other");
			}
			wish = more;
		}
		if (common(PlacementOptions.NOT_ON_HEAD)) {
			wish = wish.withNoLocal();
		}
		if (isSet(PlacementOptions.NO_OVERSUBSCRIBE)) {
			wish = wish.withOversubscribe(!common(PlacementOptions.NO_OVERSUBSCRIBE));
		}
		if (isSet(PlacementOptions.CPUS_PER_RANK)) {
			wish = wish.withCpusPerRank(common(PlacementOptions.CPUS_PER_RANK));
		}
		String cpus = common(PlacementOptions.CPU_LIST);
		return cpus.isEmpty() ? wish : wish.withCpuList(cpus);
	}

	/** Returns a mapping policy if it consists of qualifiers only. */
	private static String qualifiers(String policy) {
		return policy.startsWith(":") ? policy : "";
	}

	private boolean isSet(JobOption<?> option) {
		return spec.apps().stream().anyMatch(app -> app.options().isSet(option));
	}

	/** Returns the value that the programs agree on; those that state none agree with any. */
	private <T> T common(JobOption<T> option) throws PmixException {
		T value = option.defaultValue();
		boolean found = false;
		for (AppSpec app : spec.apps()) {
			if (app.options().isSet(option)) {
				T own = app.options().get(option);
				if (found && !own.equals(value)) {
					throw new PmixException(Status.ERR_BAD_PARAM, "the programs of a job share one " + option.name() + ", but " + value + " and "
							+ own + " are given");
				}
				value = own;
				found = true;
			}
		}
		return value;
	}

	private List<String> lines(String name) throws PmixException {
		try {
			return files.text(spec.directory().resolve(BytePaths.of(name))).lines().toList();
		} catch (IOException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "file " + name + " of the mapping policy " + e.getMessage(), e);
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "file " + name + " of the mapping policy has no valid name: " + e.getMessage(), e);
		}
	}
}
