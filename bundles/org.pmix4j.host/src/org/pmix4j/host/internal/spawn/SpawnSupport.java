// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.KnownAttributes;

/**
 * Tells which directives of a spawn request have an effect. One without effect is refused if it is required, and reported if not.
 * Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn"
 */
public final class SpawnSupport {
	/** Ranks look for these themselves. */
	private static final List<Attribute<?>> HANDED_ON = List.of(DebuggerAttributes.DEBUG_TARGET, DebuggerAttributes.DEBUG_JOB,
			DebuggerAttributes.DEBUG_JOB_DIRECTIVES, DebuggerAttributes.DEBUG_APP_DIRECTIVES);
	private static final String COSPAWN = SpawnOptions.COSPAWN.attributes().get(0).key();
	private static final String DEBUGGING = "pmix.dbg.";
	/** The directives that make ranks stop. */
	private static final List<String> STOPS = OptionTable.attributes().map(Attribute::key).filter(key -> key.startsWith(DEBUGGING)).toList();
	private static final String RESERVED = "pmix.";
	private static final String NOWHERE = "here";
	private static final String NO_FABRIC = "here, because this host manages no fabric";
	private static final String NOT_ON_PROGRAM = "on a single program of a job";
	private static final String NOT_ON_JOB = "on a whole job";
	private static final String NOT_ON_LAUNCH = "on the first job of a launcher, beside which nothing runs yet";

	private SpawnSupport() {
	}

	/** @return the keys of the directives that have an effect, with commas between */
	public static String spawning() {
		return Stream.of(FulfilledDirectives.keys(), Colocation.keys(), LogRequest.keys(), OwnSession.keys(),
				OptionTable.attributes().map(Attribute::key))
				.flatMap(Function.identity())
				.filter(key -> !key.startsWith(DEBUGGING)).distinct().sorted().collect(Collectors.joining(","));
	}

	/** @return the keys of those for debuggers, with commas between */
	public static String debugging() {
		return Stream.concat(Stream.concat(STOPS.stream(), Colocation.keys()),
				Stream.concat(Stream.of(DebuggerAttributes.DEBUG_TARGET.key()), SpawnOptions.TOOLS.attributes().stream().map(Attribute::key)))
				.collect(Collectors.joining(","));
	}

	/** Throws NOT_SUPPORTED if a required directive has no effect here or is unknown, BAD_PARAM if one has a value of another type. */
	static void check(Infos infos) throws PmixException {
		boolean logs = LogRequest.logs(infos);
		for (Info info : infos) {
			if (info.isRequired() && isForRanks(info.key())) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "spawn: " + info.key()
						+ " is required, but this host does not know it; without PMIX_INFO_REQUIRED the ranks find it in their job data");
			}
			require(info, isSupported(info, logs), ofJob(info));
		}
	}

	/** The same for the directives of a tool for the job of a launcher's command line. */
	static void checkOfLaunch(Infos infos) throws PmixException {
		check(infos);
		for (Info info : infos) {
			require(info, !Colocation.reads(info.key()), NOT_ON_LAUNCH);
		}
	}

	/** Returns the reports about directives of a tool that have no effect on the job of a launcher's command line. */
	static List<String> ignoredOfLaunch(Infos infos) throws PmixException {
		List<String> texts = new ArrayList<>(ignored(infos, List.of()));
		infos.stream().filter(info -> Colocation.reads(info.key())).forEach(info -> texts.add(ignored(name(info), NOT_ON_LAUNCH)));
		return texts;
	}

	/** The same for the directives of a program. */
	static void checkOfProgram(Infos infos) throws PmixException {
		for (Info info : infos) {
			require(info, isForProgram(info), ofProgram(info));
		}
	}

	/** Throws NOT_SUPPORTED if a directive is required that has no effect. */
	static void require(Info info, boolean hasEffect, String place) throws PmixException {
		if (info.isRequired() && !hasEffect) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "spawn: " + name(info) + " is required, but has no effect " + place);
		}
	}

	/** Returns where a directive of the job has no effect. */
	private static String ofJob(Info info) {
		if (OwnSession.isOfFabric(info)) {
			return NO_FABRIC;
		}
		return info.key().equals(COSPAWN) ? NOT_ON_JOB : NOWHERE;
	}

	/** Returns where a directive of a program has no effect. */
	private static String ofProgram(Info info) throws PmixException {
		if (OwnSession.isOfFabric(info)) {
			return NO_FABRIC;
		}
		return isSupported(info) || OwnSession.reads(info) || LogRequest.reads(info.key()) ? NOT_ON_PROGRAM : NOWHERE;
	}

	private static boolean isSupported(Info info, boolean logs) throws PmixException {
		return isSupported(info) || logs && LogRequest.reads(info.key());
	}

	private static boolean isSupported(Info info) throws PmixException {
		return FulfilledDirectives.include(info) || isHandedOn(info) || Colocation.reads(info.key()) || isForRanks(info.key())
				|| OptionTable.honors(info.key(), info.value()) && !info.key().equals(COSPAWN);
	}

	private static boolean isHandedOn(Info info) throws PmixException {
		for (Attribute<?> attribute : HANDED_ON) {
			if (attribute.key().equals(info.key())) {
				attribute.read(info.value());
				return true;
			}
		}
		return false;
	}

	/** Keys that PMIx does not define are meant for the ranks, which find them in their job data. */
	private static boolean isForRanks(String key) {
		return !key.startsWith(RESERVED) && KnownAttributes.byKey(key).isEmpty();
	}

	private static boolean isForProgram(Info info) throws PmixException {
		return FulfilledDirectives.include(info) && !FulfilledDirectives.isOfJobs(info.key()) || STOPS.contains(info.key())
				|| OptionTable.honors(info.key(), info.value()) && OptionTable.isForPrograms(info.key())
						&& OptionList.ofJobs(Infos.of(info)).isEmpty();
	}

	/** Returns the reports about attributes that have no effect, each once; all of them are optional in their request. */
	static List<String> ignored(Infos infos, List<App> apps) throws PmixException {
		Set<String> texts = new LinkedHashSet<>();
		boolean logs = LogRequest.logs(infos);
		for (Info info : logs ? LogRequest.ignored(infos) : List.<Info>of()) {
			texts.add(ignored(name(info), NOWHERE));
		}
		for (Info info : infos) {
			if (!isSupported(info, logs)) {
				texts.add(ignored(name(info), ofJob(info)));
			}
		}
		for (App app : apps) {
			for (Info info : app.infos()) {
				List<String> words = OptionList.ofJobs(Infos.of(info));
				words.forEach(word -> texts.add(ignored(word, NOT_ON_PROGRAM)));
				if (words.isEmpty() && !isForProgram(info)) {
					texts.add(ignored(name(info), ofProgram(info)));
				}
			}
		}
		return List.copyOf(texts);
	}

	/** Returns the report about something that has no effect in a place. */
	static String ignored(String what, String place) {
		return what + " has no effect " + place;
	}

	/** Returns the name of an attribute in C; its key if PMIx does not define it. */
	static String name(Info info) {
		return KnownAttributes.nameOf(info.key());
	}

	/**
	 * Returns the directives that ranks look for themselves: foreign ones, those for the whole job, and where ranks stop.
	 *
	 * @throws PmixException BAD_PARAM if ranks are to stop that do not exist
	 */
	static Infos forRanks(Infos infos, List<AppSpec> specs, List<App> apps) throws PmixException {
		Map<String, PmixValue> found = new LinkedHashMap<>();
		for (String key : STOPS) {
			StopRanks.read(key, infos, specs, apps).ifPresent(value -> found.put(key, value));
		}
		infos.stream().filter(info -> isForRanks(info.key()) || info.key().startsWith(DEBUGGING) && KnownAttributes.byKey(info.key()).isPresent())
				.filter(info -> !STOPS.contains(info.key())).forEach(info -> found.put(info.key(), info.value()));
		return new Infos(found.entrySet().stream().map(entry -> Info.of(entry.getKey(), entry.getValue())).toList());
	}
}
