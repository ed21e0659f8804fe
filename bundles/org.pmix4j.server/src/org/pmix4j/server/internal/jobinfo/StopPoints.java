// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.DebuggerAttributes;

/**
 * Points at which ranks of a job stop for a debugger. Separate from the job's other data, since releases before 6.1 only check whether the
 * key exists: ranks that do not stop must not see it. Filled by {@link JobInfoReader}, then unchanged.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, Debugger Interactions; OpenPMIx src/client/pmix_client.c"
 */
public final class StopPoints {
	private static final String INIT = DebuggerAttributes.DEBUG_STOP_IN_INIT.key();
	private static final Set<String> KEYS = Set.of(INIT, DebuggerAttributes.DEBUG_STOP_IN_APP.key());

	private final Map<String, List<Rank>> points = new LinkedHashMap<>();

	/** @return whether an info specifies a stop point */
	static boolean isOne(Info info) {
		return KEYS.contains(info.key());
	}

	/** Adds a value in any form used by the releases: all or none, one rank, or several. */
	void add(Info info) {
		points.put(info.key(), switch (info.value()) {
			case Rank rank -> List.of(rank);
			case PmixValue.Bool all -> all.value() ? List.of(Rank.WILDCARD) : List.of();
			case DataArray array -> array.elements().stream().filter(Rank.class::isInstance).map(Rank.class::cast).toList();
			default -> List.of(Rank.WILDCARD);
		});
	}

	/** Adds other stop points, which take precedence. */
	void addAll(StopPoints others) {
		points.putAll(others.points);
	}

	/** @return whether no rank stops */
	public boolean isEmpty() {
		return points.values().stream().allMatch(List::isEmpty);
	}

	/** @return the keys for a rank; empty if it does not stop */
	List<Kval> of(Rank rank) {
		List<Kval> kvals = new ArrayList<>();
		points.forEach((key, ranks) -> ranks.stream().filter(named -> covers(named, rank)).findFirst()
				.ifPresent(named -> kvals.add(new Kval(key, named))));
		return kvals;
	}

	/** @return whether a rank stops anywhere */
	public boolean stops(Rank rank) {
		return points.values().stream().flatMap(List::stream).anyMatch(named -> covers(named, rank));
	}

	/** @return whether a rank stops in PMIx_Init */
	public boolean stopsInInit(Rank rank) {
		return points.getOrDefault(INIT, List.of()).stream().anyMatch(named -> covers(named, rank));
	}

	private static boolean covers(Rank named, Rank rank) {
		return named.equals(rank) || !named.isProcess();
	}
}
