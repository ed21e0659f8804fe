// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.Node;
import org.pmix4j.host.internal.allocation.NodeShare;
import org.pmix4j.host.internal.placement.MappingOrder;
import org.pmix4j.host.internal.placement.MappingOrder.AppOrder;
import org.pmix4j.host.internal.policy.Binding;
import org.pmix4j.host.internal.policy.MapWish;
import org.pmix4j.host.internal.policy.MapWishReader;
import org.pmix4j.host.internal.policy.RankBy;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;

/** Collects all that decides about the map of a job. Used for one job, on one thread. */
final class MappingOrders {
	private static final long LONGEST_FILE = 1 << 24;

	private final JobSpec spec;

	private MappingOrders(JobSpec spec) {
		this.spec = spec;
	}

	/**
	 * Makes the order. Blocks on the file system if a policy names a file.
	 *
	 * @param spec   the order of the job
	 * @param shares the nodes of each program
	 * @param taken  the processors that other jobs have
	 * @param head   the node of the launcher
	 * @throws PmixException BAD_PARAM if policies are wrong or programs contradict each other
	 */
	static MappingOrder of(JobSpec spec, List<List<NodeShare>> shares, Map<Node, BitSet> taken, Node head) throws PmixException {
		return new MappingOrders(spec).order(shares, taken, head);
	}

	private MappingOrder order(List<List<NodeShare>> shares, Map<Node, BitSet> taken, Node head) throws PmixException {
		List<AppOrder> apps = new ArrayList<>();
		for (int app = 0; app < spec.apps().size(); app++) {
			AppSpec program = spec.apps().get(app);
			apps.add(new AppOrder(program.program(), program.ranks(), shares.get(app)));
		}
		MapWish wish = wish();
		return new MappingOrder(apps, wish, RankBy.parse(common(PlacementOptions.RANK_BY)), Binding.parse(common(PlacementOptions.BIND_TO)),
				wish.file().isEmpty() ? List.of() : lines(wish.file()), taken, Optional.of(head), Optional.empty());
	}

	private MapWish wish() throws PmixException {
		MapWish wish = MapWishReader.read(common(PlacementOptions.MAP_BY));
		String pattern = common(PlacementOptions.PER_RESOURCE_COUNT);
		if (!pattern.isEmpty()) {
			MapWish more = MapWishReader.read("ppr:" + pattern + qualifiers(common(PlacementOptions.MAP_BY)));
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
			Path file = spec.directory().resolve(BytePaths.of(name));
			// a pipe would block the host
			if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_FILE) {
				throw new PmixException(Status.ERR_BAD_PARAM, "file " + name + " of the mapping policy is no file of at most " + LONGEST_FILE
						+ " bytes");
			}
			return Files.readAllLines(file);
		} catch (IOException | InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "file " + name + " of the mapping policy cannot be read: " + e.getMessage(), e);
		}
	}
}
