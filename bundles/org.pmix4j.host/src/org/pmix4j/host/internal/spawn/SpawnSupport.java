// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pmix4j.host.AppSpec;
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
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/**
 * Which directives of a spawn have an effect. One that has none is refused if it is required, and passed over if not, as the
 * standard has it. Stateless.
 */
public final class SpawnSupport {
	private static final Set<String> KEYS = Stream.<Attribute<?>>of(SpawnAttributes.WDIR, SpawnAttributes.WDIR_USER_SPECIFIED,
			SpawnAttributes.SET_SESSION_CWD, SpawnAttributes.PREFIX, SpawnAttributes.HOST, SpawnAttributes.HOSTFILE, SpawnAttributes.ADD_HOST,
			SpawnAttributes.ADD_HOSTFILE, SpawnAttributes.SET_ENVAR, SpawnAttributes.ADD_ENVAR, SpawnAttributes.UNSET_ENVAR,
			SpawnAttributes.PREPEND_ENVAR, SpawnAttributes.APPEND_ENVAR, SpawnAttributes.FIRST_ENVAR, SpawnAttributes.JOB_TIMEOUT,
			SpawnAttributes.SPAWN_TIMEOUT, SpawnAttributes.JOB_CONTINUOUS, SpawnAttributes.JOB_RECOVERABLE, SpawnAttributes.NOTIFY_COMPLETION,
			SpawnAttributes.NOTIFY_JOB_EVENTS, SpawnAttributes.NOTIFY_PROC_TERMINATION, SpawnAttributes.NOTIFY_PROC_ABNORMAL_TERMINATION,
			SpawnAttributes.REPORT_CHILD_SEP, SpawnAttributes.SPAWN_CHILD_SEP, SpawnAttributes.NO_OVERSUBSCRIBE,
			SpawnAttributes.NO_PROCS_ON_HEAD, SpawnAttributes.ENVARS_HARVESTED, SpawnAttributes.NON_PMI, SpawnAttributes.FWD_ENVIRONMENT,
			KeyValueAttributes.TIMEOUT, EventAttributes.EVENT_SILENT_TERMINATION, ServerAttributes.SETUP_APP_ENVARS, ProcAttributes.PARENT_ID,
			IdentityAttributes.REQUESTOR_IS_TOOL, IdentityAttributes.REQUESTOR_IS_CLIENT, IofAttributes.FWD_STDOUT, IofAttributes.FWD_STDERR,
			IofAttributes.FWD_STDDIAG, IofAttributes.FWD_STDIN, IofAttributes.STDIN_TGT, IofAttributes.IOF_COPY, IofAttributes.IOF_REDIRECT,
			IofAttributes.IOF_XML_OUTPUT, IofAttributes.IOF_OUTPUT_TO_FILE, IofAttributes.OUTPUT_TO_FILE, IofAttributes.IOF_FILE_PATTERN,
			IofAttributes.IOF_OUTPUT_TO_DIRECTORY, IofAttributes.OUTPUT_TO_DIRECTORY, IofAttributes.IOF_FILE_ONLY,
			IofAttributes.OUTPUT_NOCOPY, SpawnAttributes.INDEX_ARGV, SpawnAttributes.DO_NOT_LAUNCH, SpawnAttributes.ABORT_NON_ZERO_TERM,
			SpawnAttributes.RUNTIME_OPTIONS, SpawnAttributes.SHOW_LAUNCH_PROGRESS, SpawnAttributes.AGGREGATE_HELP,
			SpawnAttributes.DISPLAY_ALLOCATION, SpawnAttributes.DISPLAY_MAP, SpawnAttributes.DISPLAY_MAP_DETAILED,
			SpawnAttributes.REPORT_BINDINGS, SpawnAttributes.TIMEOUT_REPORT_STATE, SpawnAttributes.NOTIFY_LAUNCH,
			SpawnAttributes.FORKEXEC_AGENT, ToolAttributes.EXEC_AGENT, LogAttributes.LOG_JOB_EVENTS, LogAttributes.LOG_COMPLETION,
			LogAttributes.LOG_PROC_TERMINATION, LogAttributes.LOG_PROC_ABNORMAL_TERMINATION,
			IofAttributes.TAG_OUTPUT, IofAttributes.IOF_TAG_OUTPUT, IofAttributes.IOF_TAG_DETAILED_OUTPUT,
			IofAttributes.IOF_TAG_FULLNAME_OUTPUT, IofAttributes.IOF_RANK_OUTPUT, IofAttributes.TIMESTAMP_OUTPUT,
			IofAttributes.IOF_TIMESTAMP_OUTPUT, IofAttributes.MERGE_STDERR_STDOUT, IofAttributes.IOF_MERGE_STDERR_STDOUT,
			IofAttributes.IOF_OUTPUT_RAW).map(Attribute::key).collect(Collectors.toUnmodifiableSet());
	private static final String DEBUGGING = "pmix.dbg.";
	private static final List<String> STOPS = List.of(DebuggerAttributes.DEBUG_STOP_IN_INIT.key(),
			DebuggerAttributes.DEBUG_STOP_IN_APP.key());
	/** All that these policies decide about is the same on one node as long as nothing is bound. */
	private static final Set<String> MAPPINGS = Set.of("", "slot", "node", "core", "hwthread", "numa", "package", "l1cache", "l2cache",
			"l3cache", "byslot", "bynode", "oversubscribe", "nooversubscribe", "span", "inherit", "noinherit");
	private static final Set<String> RANKINGS = Set.of("", "slot", "node", "fill", "span", "byslot", "bynode");
	private static final Set<String> BINDINGS = Set.of("", "none");
	private static final Set<String> PERSONALITIES = Set.of("", "ompi", "ompi5", "prte", "pmix");

	private SpawnSupport() {
	}

	/** @return the keys of the directives that have an effect, with commas between */
	public static String spawning() {
		return Stream.concat(KEYS.stream(), Stream.<Attribute<?>>of(SpawnAttributes.MAPBY, SpawnAttributes.RANKBY, SpawnAttributes.BINDTO,
				SpawnAttributes.PERSONALITY).map(Attribute::key)).sorted().collect(Collectors.joining(","));
	}

	/** @return the keys of those for debuggers */
	public static String debugging() {
		return Stream.<Attribute<?>>of(DebuggerAttributes.DEBUG_STOP_IN_INIT, DebuggerAttributes.DEBUG_STOP_IN_APP,
				DebuggerAttributes.DEBUG_TARGET).map(Attribute::key).collect(Collectors.joining(","));
	}

	/**
	 * @throws PmixException NOT_SUPPORTED if something is required that has no effect here
	 */
	static void check(Infos infos) throws PmixException {
		for (Info info : infos) {
			if (info.isRequired() && !isSupported(info)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "spawn: " + info.key() + " is required, but has no effect on this host");
			}
		}
	}

	private static boolean isSupported(Info info) {
		String key = info.key();
		return KEYS.contains(key) || key.startsWith(DEBUGGING)
				|| key.equals(SpawnAttributes.MAPBY.key()) && (isOneOf(info, MAPPINGS) || is(info, PerResource::isKnownMapping))
				|| key.equals(SpawnAttributes.PPR.key()) && is(info, PerResource::isKnown)
				|| key.equals(SpawnAttributes.RANKBY.key()) && isOneOf(info, RANKINGS)
				|| key.equals(SpawnAttributes.BINDTO.key()) && isOneOf(info, BINDINGS)
				|| key.equals(SpawnAttributes.PERSONALITY.key()) && isOneOf(info, PERSONALITIES);
	}

	/** The debugger's keys, which the ranks look for themselves: those for the whole job, and where ranks of one program shall stop. */
	static Infos forRanks(Infos infos, List<AppSpec> specs, List<App> apps) {
		Map<String, PmixValue> found = new LinkedHashMap<>();
		for (String key : STOPS) {
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
		infos.stream().filter(info -> info.key().startsWith(DEBUGGING)).forEach(info -> found.put(info.key(), info.value()));
		return new Infos(found.entrySet().stream().map(entry -> Info.of(entry.getKey(), entry.getValue())).toList());
	}

	/** Whether a mapping, in whatever form it is given, forbids to run more ranks than there are slots. */
	static boolean forbidsOversubscription(Infos infos) throws PmixException {
		return infos.isTrue(SpawnAttributes.NO_OVERSUBSCRIBE) || words(infos.get(SpawnAttributes.MAPBY).orElse("")).contains("nooversubscribe");
	}

	private static boolean isOneOf(Info info, Set<String> known) {
		return is(info, text -> known.containsAll(words(text)));
	}

	private static boolean is(Info info, Predicate<String> kind) {
		return info.value() instanceof PmixValue.Str text && kind.test(text.value());
	}

	private static Set<String> words(String policy) {
		return new HashSet<>(List.of(policy.toLowerCase(Locale.ROOT).split("[:,]")));
	}
}
