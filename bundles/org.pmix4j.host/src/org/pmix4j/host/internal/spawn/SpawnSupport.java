// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.options.OptionTable;
import org.pmix4j.host.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * Tells which directives of a spawn request have an effect. One without effect is refused if it is required, and reported if not.
 * Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn"
 */
public final class SpawnSupport {
	/** Directives that are fulfilled without doing anything, or that only tell the host something. */
	private static final Set<String> FULFILLED = Stream.<Attribute<?>>of(
			// the requester is connected to its child, and receives these events
			SpawnAttributes.NOTIFY_COMPLETION,
			// the requester's library and launcher tell what they have done
			SpawnAttributes.WDIR_USER_SPECIFIED, SpawnAttributes.ENVARS_HARVESTED, ServerAttributes.SETUP_APP_ENVARS,
			ProcAttributes.PARENT_ID, IdentityAttributes.REQUESTOR_IS_CLIENT,
			// the environment of the requester is inherited, and any program may run
			SpawnAttributes.FWD_ENVIRONMENT, SpawnAttributes.NON_PMI,
			// ranks write to two streams, forwarded output goes nowhere else by default, and help is not repeated
			IofAttributes.FWD_STDDIAG, IofAttributes.IOF_REDIRECT, SpawnAttributes.AGGREGATE_HELP).map(Attribute::key)
			.collect(Collectors.toUnmodifiableSet());
	/** Ranks look for these themselves. */
	private static final String DEBUGGING = "pmix.dbg.";
	private static final String RESERVED = "pmix.";

	private SpawnSupport() {
	}

	/** @return the keys of the directives that have an effect, with commas between */
	public static String spawning() {
		return Stream.of(FULFILLED.stream(), Colocation.keys(), LogWishes.keys(), OptionTable.attributes().map(Attribute::key))
				.flatMap(Function.identity())
				.filter(key -> !key.startsWith(DEBUGGING)).distinct().sorted().collect(Collectors.joining(","));
	}

	/** @return the keys of those for debuggers, with commas between */
	public static String debugging() {
		return Stream.concat(Stream.concat(stops().stream(), Colocation.keys()),
				Stream.concat(Stream.of(DebuggerAttributes.DEBUG_TARGET.key()), SpawnOptions.TOOLS.attributes().stream().map(Attribute::key)))
				.collect(Collectors.joining(","));
	}

	/** The directives that make ranks stop. */
	private static List<String> stops() {
		return OptionTable.attributes().map(Attribute::key).filter(key -> key.startsWith(DEBUGGING)).toList();
	}

	/** Throws NOT_SUPPORTED if a directive is required that has no effect here. */
	static void check(Infos infos) throws PmixException {
		for (Info info : infos) {
			if (info.isRequired() && !isSupported(info, infos)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "spawn: " + name(info) + " is required, but has no effect here");
			}
		}
	}

	/** Throws NOT_SUPPORTED if a directive of a program is required that has no effect on a single program. */
	static void checkOfProgram(Infos infos) throws PmixException {
		for (Info info : infos) {
			if (info.isRequired() && !isForProgram(info)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "spawn: " + name(info) + " is required, but has no effect "
						+ (isSupported(info) ? "on a single program of a job" : "here"));
			}
		}
	}

	private static boolean isSupported(Info info, Infos all) throws PmixException {
		return isSupported(info) || LogWishes.reads(info.key()) && LogWishes.logs(all);
	}

	private static boolean isSupported(Info info) {
		return FULFILLED.contains(info.key()) || info.key().startsWith(DEBUGGING) || Colocation.reads(info.key())
				|| isForRanks(info.key()) || OptionTable.honors(info.key(), info.value());
	}

	/** Keys that PMIx does not define are meant for the ranks, which find them in their job data. */
	private static boolean isForRanks(String key) {
		return !key.startsWith(RESERVED) && KnownAttributes.byKey(key).isEmpty();
	}

	private static boolean isForProgram(Info info) {
		return FULFILLED.contains(info.key()) || info.key().startsWith(DEBUGGING)
				|| OptionTable.honors(info.key(), info.value()) && OptionTable.isForPrograms(info.key());
	}

	/** Returns the names of attributes that have no effect here, each once; all of them are optional in their request. */
	static List<String> ignored(Infos infos, List<App> apps) throws PmixException {
		boolean logs = LogWishes.logs(infos);
		List<Info> ofMails = logs ? LogWishes.ignored(infos) : List.of();
		return Stream.concat(ofMails.stream(), Stream.concat(
				infos.stream().filter(info -> !isSupported(info) && !(logs && LogWishes.reads(info.key()))),
				apps.stream().flatMap(app -> app.infos().stream().filter(info -> !isForProgram(info)))))
				.map(SpawnSupport::name).distinct().toList();
	}

	/** Returns the name of an attribute in C; its key if PMIx does not define it. */
	private static String name(Info info) {
		return KnownAttributes.byKey(info.key()).map(Attribute::name).orElse(info.key());
	}

	/** Returns the directives that ranks look for themselves: foreign ones, those for the whole job, and where ranks of one program stop. */
	static Infos forRanks(Infos infos, List<AppSpec> specs, List<App> apps) {
		Map<String, PmixValue> found = new LinkedHashMap<>();
		for (String key : stops()) {
			List<PmixValue> ranks = new ArrayList<>();
			int first = 0;
			for (int app = 0; app < apps.size(); app++) {
				if (apps.get(app).infos().value(key).filter(wish -> !wish.equals(PmixValue.Bool.FALSE)).isPresent()) {
					IntStream.range(first, first + specs.get(app).ranks()).mapToObj(Rank::of).forEach(ranks::add);
				}
				first += specs.get(app).ranks();
			}
			if (!ranks.isEmpty()) {
				found.put(key, new DataArray(DataType.PROC_RANK, ranks));
			}
		}
		infos.stream().filter(info -> info.key().startsWith(DEBUGGING) || isForRanks(info.key()))
				.forEach(info -> found.put(info.key(), info.value()));
		return new Infos(found.entrySet().stream().map(entry -> Info.of(entry.getKey(), entry.getValue())).toList());
	}
}
