// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.pmix4j.job.AppSpec;
import org.pmix4j.model.App;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;

/**
 * Reads which ranks stop for a debugger. A directive of a program takes precedence over one of the job; both number ranks as the job does.
 * Stateless.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIX_DEBUG_STOP_IN_INIT and others"
 */
final class StopRanks {
	private StopRanks() {
	}

	/**
	 * @param key   the key of the directive
	 * @param infos directives of the job
	 * @param specs the programs
	 * @param apps  the programs with their own directives; empty if they have none
	 * @return the value for the ranks of the job; empty if none stops
	 * @throws PmixException BAD_PARAM if a directive names a rank that the job, or its program, does not have
	 */
	static Optional<PmixValue> read(String key, Infos infos, List<AppSpec> specs, List<App> apps) throws PmixException {
		Optional<PmixValue> ofJob = infos.value(key);
		if (ofJob.isPresent()) {
			requireRanks(key, ofJob.get(), 0, specs.stream().mapToInt(AppSpec::ranks).sum(), "the job");
		}
		if (apps.stream().noneMatch(app -> app.infos().value(key).isPresent())) {
			return ofJob.map(StopRanks::plain);
		}
		List<PmixValue> stopped = new ArrayList<>();
		int first = 0;
		for (int app = 0; app < apps.size(); app++) {
			int count = specs.get(app).ranks();
			Optional<PmixValue> own = apps.get(app).infos().value(key);
			if (own.isPresent()) {
				requireRanks(key, own.get(), first, count, "program " + specs.get(app).program());
			}
			Set<PmixValue> named = own.or(() -> ofJob).map(StopRanks::named).orElse(Set.of());
			IntStream.range(first, first + count).mapToObj(Rank::of)
					.filter(rank -> named.contains(Rank.WILDCARD) || named.contains(rank)).forEach(stopped::add);
			first += count;
		}
		return stopped.isEmpty() ? Optional.empty() : Optional.of(new DataArray(DataType.PROC_RANK, stopped));
	}

	private static Set<PmixValue> named(PmixValue value) {
		return switch (value) {
			case Rank rank -> Set.of(rank);
			case DataArray ranks -> Set.copyOf(ranks.elements());
			default -> value.truth().orElse(true) ? Set.of(Rank.WILDCARD) : Set.of();
		};
	}

	private static void requireRanks(String key, PmixValue value, int first, int count, String owner) throws PmixException {
		for (PmixValue each : named(value)) {
			if (each instanceof Rank rank && !rank.equals(Rank.WILDCARD)
					&& (!rank.isProcess() || Integer.compareUnsigned(rank.value() - first, count) >= 0)) {
				throw new PmixException(Status.ERR_BAD_PARAM, "spawn: " + KnownAttributes.nameOf(key)
						+ " names rank " + rank + ", but " + owner + " has "
						+ (count == 1 ? "rank " + first + " only" : "the ranks " + first + " to " + (first + count - 1)));
			}
		}
	}

	/** Returns a truth value that came as a text as such. */
	private static PmixValue plain(PmixValue value) {
		return value.truth().<PmixValue>map(PmixValue.Bool::new).orElse(value);
	}
}
