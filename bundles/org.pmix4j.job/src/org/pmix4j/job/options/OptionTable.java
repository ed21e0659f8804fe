// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/** All options, by topic. The order is that of a command line. Stateless. */
public final class OptionTable {
	private static final List<JobOption<?>> ALL = List.of(
			AppOptions.RANKS, AppOptions.DIRECTORY, AppOptions.SESSION_DIRECTORY, AppOptions.ENVIRONMENT, AppOptions.PREFIX,
			AppOptions.AGENT, AppOptions.DEFAULT_AGENT, AppOptions.PRELOAD_BINARY, AppOptions.PRELOAD_FILES, AppOptions.PSET,
			AppOptions.FORWARD_ENVIRONMENT,
			LauncherOptions.SIMULATE, LauncherOptions.TMPDIR, LauncherOptions.REPORT_URI, LauncherOptions.SYSTEM_SERVER,
			LauncherOptions.MAX_MESSAGE, LauncherOptions.JOB_RECORD, LauncherOptions.SITE,
			PlacementOptions.HOSTS, PlacementOptions.ADD_HOSTS, PlacementOptions.HOSTFILE, PlacementOptions.ADD_HOSTFILE,
			PlacementOptions.MAP_BY, PlacementOptions.PER_RESOURCE_COUNT, PlacementOptions.RANK_BY, PlacementOptions.BIND_TO,
			PlacementOptions.CPUS_PER_RANK, PlacementOptions.CPU_LIST, PlacementOptions.NO_OVERSUBSCRIBE, PlacementOptions.NOT_ON_HEAD,
			OutputOptions.TAG, OutputOptions.TIMESTAMP, OutputOptions.XML, OutputOptions.MERGE, OutputOptions.RAW, OutputOptions.NO_PTY,
			OutputOptions.TERMINAL_SIZE, OutputOptions.NO_COPY, OutputOptions.PATTERN, OutputOptions.DIRECTORY, OutputOptions.FILE,
			JobOptions.STDIN, JobOptions.TIMEOUT, JobOptions.KILL_TIMEOUT,
			JobOptions.ORPHAN_TIMEOUT, JobOptions.KEEP_ORPHANS, JobOptions.CONTINUE, JobOptions.STOP_IN_INIT, JobOptions.STOP_IN_APP,
			JobOptions.BREAKPOINT, JobOptions.STOP_ON_EXEC, JobOptions.DO_NOT_LAUNCH, JobOptions.INDEX_ARGV, JobOptions.NON_ZERO_IS_FAILURE,
			JobOptions.PERSONALITY, JobOptions.MPI, JobOptions.FILE_MODE_MASK,
			RecoveryOptions.MAX_RESTARTS, RecoveryOptions.RESTART, RecoveryOptions.NOTIFY_RANKS,
			ReportOptions.ALLOCATION, ReportOptions.MAP, ReportOptions.DETAILED_MAP, ReportOptions.BINDINGS, ReportOptions.TOPOLOGY,
			ReportOptions.PROCESSORS, ReportOptions.PARSEABLE, ReportOptions.PHYSICAL, ReportOptions.AGGREGATE, ReportOptions.PROGRESS,
			ReportOptions.PROCESS_TABLE, ReportOptions.WAITS,
			ReportOptions.SLOW_START, ReportOptions.STAGES, ReportOptions.STATES_AT_TIMEOUT, ReportOptions.STACK_TRACES,
			ReportOptions.JOB_EVENTS, ReportOptions.COMPLETION, ReportOptions.ENDS, ReportOptions.FAILURES,
			SpawnOptions.START_LIMIT, SpawnOptions.NOTIFY_JOB, SpawnOptions.NOTIFY_ENDS, SpawnOptions.NOTIFY_FAILURES, SpawnOptions.TOOLS,
			SpawnOptions.COSPAWN, SpawnOptions.SILENT, SpawnOptions.SEPARATE, SpawnOptions.REPORT_SEPARATELY, SpawnOptions.FORWARD_STDOUT,
			SpawnOptions.FORWARD_STDERR, SpawnOptions.COPY, SpawnOptions.PUSH_STDIN,
			SessionOptions.TARGET, SessionOptions.ID, SessionOptions.ALLOCATION, SessionOptions.REQUEST);

	/** The options by the keys that give them values, made when a request is first read. */
	private static final class ByKey {
		private static final Map<String, List<JobOption<?>>> OPTIONS = new HashMap<>();
		private static final Set<String> OWN = new HashSet<>(List.of(OptionList.attribute().key()));

		static {
			for (JobOption<?> option : ALL) {
				for (Attribute<?> attribute : option.attributes()) {
					OPTIONS.computeIfAbsent(attribute.key(), key -> new ArrayList<>()).add(option);
				}
				OWN.add(OwnKey.of(option));
			}
		}

		private static List<JobOption<?>> get(String key) {
			return OPTIONS.getOrDefault(key, List.of());
		}

		/** Returns the directives that may give options values, so that reading each option looks at few. */
		private static Infos only(Infos infos) {
			List<Info> found = new ArrayList<>();
			for (Info info : infos) {
				if (OPTIONS.containsKey(info.key()) || OWN.contains(info.key())) {
					found.add(info);
				}
			}
			return new Infos(found);
		}
	}

	private OptionTable() {
	}

	/** {@return every option} */
	public static List<JobOption<?>> all() {
		return ALL;
	}

	/** {@return the attributes of a spawn request that give options their values} */
	public static Stream<Attribute<?>> attributes() {
		return Stream.<Attribute<?>>concat(ALL.stream().flatMap(option -> option.attributes().stream()), Stream.of(OptionList.attribute()));
	}

	/**
	 * Reads the directives of a spawn request. An option's own attribute takes precedence over a word in a list of runtime options.
	 *
	 * @param infos directives for the job or for one program
	 * @return the values of the options that they give
	 * @throws PmixException BAD_PARAM or TYPE_MISMATCH if a value is not allowed; the message names the attribute
	 */
	public static OptionValues read(Infos infos) throws PmixException {
		if (infos.isEmpty()) {
			return OptionValues.DEFAULTS;
		}
		Infos known = ByKey.only(infos);
		OptionValues values = OptionList.read(known);
		for (JobOption<?> option : ALL) {
			values = read(option, known, values);
		}
		return values;
	}

	private static <T> OptionValues read(JobOption<T> option, Infos infos, OptionValues values) throws PmixException {
		Optional<T> value = AttributeReader.read(option, infos);
		return value.isPresent() ? values.with(option, value.get()) : values;
	}

	/**
	 * Writes values as directives of a spawn request, which {@link #read} reads back.
	 *
	 * @param values values of options
	 * @return the directives; those of the Standard where they can express the values
	 * @throws IllegalArgumentException if a value cannot be expressed
	 */
	public static Infos write(OptionValues values) {
		List<Info> infos = new ArrayList<>();
		for (JobOption<?> option : ALL) {
			if (values.isSet(option)) {
				infos.addAll(written(option, values));
			}
		}
		return new Infos(infos);
	}

	private static <T> List<Info> written(JobOption<T> option, OptionValues values) {
		return AttributeWriter.write(option, values.get(option));
	}

	/**
	 * {@return whether it gives an option of a program, as opposed to one of the whole job}
	 *
	 * @param key the key of an attribute
	 */
	public static boolean isForPrograms(String key) {
		return key.equals(OptionList.attribute().key()) || ByKey.get(key).stream().anyMatch(option -> option.scope() == OptionScope.APP);
	}

	/**
	 * {@return whether the attribute gives an option, and the value has an effect}
	 *
	 * @param key   the key of an attribute
	 * @param value its value
	 */
	public static boolean honors(String key, PmixValue value) {
		return key.equals(OptionList.attribute().key()) || ByKey.get(key).stream().anyMatch(option -> option.honors(value));
	}

	/**
	 * The key of an attribute that only our servers know. It holds the text of an option's value that no attribute of the Standard expresses.
	 * Stateless.
	 */
	static final class OwnKey {
		private static final String PREFIX = "pmix4j.";

		private OwnKey() {
		}

		/** Returns the name of the option, spelled with letters, digits and hyphens. */
		static String of(JobOption<?> option) {
			String name = option.name();
			StringBuilder key = new StringBuilder(PREFIX.length() + name.length()).append(PREFIX);
			for (int i = 0; i < name.length(); i++) {
				char each = name.charAt(i);
				key.append(each < 0x80 && Character.isLetterOrDigit(each) ? each : '-');
			}
			return key.toString();
		}
	}
}
