// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/**
 * The directives of a spawn that choose the places of ranks. They have no effect beside those that put the ranks beside running processes,
 * where no rank is bound either. Stateless.
 *
 * @see "PRRTE 3, rmaps/base: a colocated job is not mapped by its policies"
 */
final class PlacingDirectives {
	private static final List<JobOption<?>> OPTIONS = List.of(PlacementOptions.HOSTS, PlacementOptions.ADD_HOSTS, PlacementOptions.HOSTFILE,
			PlacementOptions.ADD_HOSTFILE, PlacementOptions.PER_RESOURCE_COUNT, PlacementOptions.RANK_BY, PlacementOptions.CPUS_PER_RANK,
			PlacementOptions.CPU_LIST, PlacementOptions.NOT_ON_HEAD);
	private static final String UNBOUND = "none";

	private PlacingDirectives() {
	}

	/** Throws NOT_SUPPORTED if a directive of the job or a program is required that has no effect beside a given place. */
	static void check(SpawnRequest request) throws PmixException {
		Optional<String> place = Colocation.place(request.infos());
		if (place.isPresent()) {
			for (Info info : moot(request)) {
				SpawnSupport.require(info, false, place.get());
			}
		}
	}

	/** Returns the reports about directives that have no effect beside a given place. */
	static List<String> ignored(SpawnRequest request) throws PmixException {
		Optional<String> place = Colocation.place(request.infos());
		return place.isEmpty() ? List.of()
				: moot(request).stream().map(info -> SpawnSupport.ignored(SpawnSupport.name(info), place.get())).distinct().toList();
	}

	/** Returns the directives that choose places. */
	private static List<Info> moot(SpawnRequest request) throws PmixException {
		List<Info> all = new ArrayList<>(request.infos().list());
		for (App app : request.apps()) {
			all.addAll(app.infos().list());
		}
		List<Info> moot = new ArrayList<>();
		for (Info info : all) {
			if (chooses(OptionTable.read(Infos.of(info)))) {
				moot.add(info);
			}
		}
		return moot;
	}

	private static boolean chooses(OptionValues values) throws PmixException {
		MappingPolicy wish = MappingPolicyReader.read(values.get(PlacementOptions.MAP_BY));
		String binding = values.get(PlacementOptions.BIND_TO);
		return wish.by().isPresent() || wish.span() || wish.noLocal() || wish.cpusPerRank() > 0
				|| !binding.isEmpty() && !binding.equalsIgnoreCase(UNBOUND)
				|| OPTIONS.stream().anyMatch(option -> !values.get(option).equals(option.defaultValue()));
	}
}
