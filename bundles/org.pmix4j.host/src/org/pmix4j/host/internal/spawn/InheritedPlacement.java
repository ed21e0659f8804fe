// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.List;

import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;

/**
 * Lets a spawned program take over the placement policies of its parent, if the qualifier {@code inherit} says so. That of the spawned
 * program takes precedence over that of the parent. Stateless.
 *
 * @see "PRRTE 3, prterun --help map-by, qualifiers INHERIT and NOINHERIT"
 */
final class InheritedPlacement {
	private static final List<JobOption<?>> OTHER_POLICIES = List.of(PlacementOptions.RANK_BY, PlacementOptions.BIND_TO,
			PlacementOptions.CPUS_PER_RANK, PlacementOptions.CPU_LIST);

	private InheritedPlacement() {
	}

	/**
	 * @param own    the options of the spawned program
	 * @param parent those of the program that spawns it
	 * @return the options of the spawned program, with the policies that it takes over
	 * @throws PmixException BAD_PARAM if a policy is wrong
	 */
	static OptionValues apply(OptionValues own, OptionValues parent) throws PmixException {
		MappingPolicy wish = MappingPolicyReader.read(own.get(PlacementOptions.MAP_BY));
		MappingPolicy inherited = MappingPolicyReader.read(parent.get(PlacementOptions.MAP_BY));
		if (!wish.inherit().or(inherited::inherit).orElse(false)) {
			return own;
		}
		OptionValues values = own;
		if (wish.by().isEmpty() && !own.isSet(PlacementOptions.PER_RESOURCE_COUNT)) {
			values = take(take(values, parent, PlacementOptions.MAP_BY), parent, PlacementOptions.PER_RESOURCE_COUNT);
		}
		for (JobOption<?> policy : OTHER_POLICIES) {
			if (!own.isSet(policy)) {
				values = take(values, parent, policy);
			}
		}
		return values;
	}

	private static <T> OptionValues take(OptionValues values, OptionValues parent, JobOption<T> policy) {
		return parent.isSet(policy) ? values.with(policy, parent.get(policy)) : values;
	}
}
