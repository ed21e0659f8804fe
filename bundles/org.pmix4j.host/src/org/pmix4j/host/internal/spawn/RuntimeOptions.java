// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/**
 * The directives that PMIX_RUNTIME_OPTIONS stands for: {@code name[=value],...}. Stateless.
 *
 * @see "PRRTE, the option --runtime-options, whose names these are"
 */
final class RuntimeOptions {
	private static final Map<String, Attribute<Boolean>> FLAGS = Map.ofEntries(
			Map.entry("error-nonzero-status", SpawnAttributes.ABORT_NON_ZERO_TERM), Map.entry("donotlaunch", SpawnAttributes.DO_NOT_LAUNCH),
			Map.entry("show-progress", SpawnAttributes.SHOW_LAUNCH_PROGRESS), Map.entry("recoverable", SpawnAttributes.JOB_RECOVERABLE),
			Map.entry("continuous", SpawnAttributes.JOB_CONTINUOUS), Map.entry("aggregate-help-messages", SpawnAttributes.AGGREGATE_HELP),
			Map.entry("report-state-on-timeout", SpawnAttributes.TIMEOUT_REPORT_STATE),
			Map.entry("get-stack-traces", SpawnAttributes.TIMEOUT_STACKTRACES));
	private static final Map<String, Attribute<?>> STOPS = Map.of("stop-in-init", DebuggerAttributes.DEBUG_STOP_IN_INIT, "stop-in-app",
			DebuggerAttributes.DEBUG_STOP_IN_APP);
	private static final Map<String, Attribute<Integer>> LIMITS = Map.of("timeout", SpawnAttributes.JOB_TIMEOUT, "spawn-timeout",
			SpawnAttributes.SPAWN_TIMEOUT);
	private static final String AGENT = "exec-agent";

	private RuntimeOptions() {
	}

	/**
	 * Replaces the options by what they stand for. What is said about the same thing in a directive of its own counts more.
	 *
	 * @throws PmixException BAD_PARAM if there is no such option, or its value is none
	 */
	static Infos expand(Infos infos) throws PmixException {
		Optional<String> options = infos.get(SpawnAttributes.RUNTIME_OPTIONS);
		if (options.isEmpty()) {
			return infos;
		}
		List<Info> all = new ArrayList<>(infos.list());
		for (String option : options.get().split(",")) {
			if (!option.isBlank()) {
				all.add(info(option.strip()));
			}
		}
		return new Infos(all);
	}

	private static Info info(String option) throws PmixException {
		int equals = option.indexOf('=');
		String name = (equals < 0 ? option : option.substring(0, equals)).toLowerCase(Locale.ROOT);
		Optional<String> value = equals < 0 ? Optional.empty() : Optional.of(option.substring(equals + 1));
		if (FLAGS.containsKey(name)) {
			return Info.of(FLAGS.get(name), isOn(value));
		}
		if (STOPS.containsKey(name)) {
			return Info.of(STOPS.get(name).key(), new PmixValue.Bool(isOn(value)));
		}
		if (value.isPresent() && LIMITS.containsKey(name)) {
			return Info.of(LIMITS.get(name), seconds(option, value.get()));
		}
		if (value.isPresent() && name.equals(AGENT)) {
			return Info.of(ToolAttributes.EXEC_AGENT, value.get());
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "spawn: the runtime option '" + option + "' is unknown, or its value is missing");
	}

	private static boolean isOn(Optional<String> value) {
		return value.map(text -> !List.of("0", "false", "f", "no", "n").contains(text.strip().toLowerCase(Locale.ROOT))).orElse(true);
	}

	/** A number of seconds, or h:m:s. */
	private static int seconds(String option, String value) throws PmixException {
		try {
			int seconds = 0;
			for (String part : value.strip().split(":")) {
				seconds = Math.addExact(Math.multiplyExact(seconds, 60), Integer.parseUnsignedInt(part));
			}
			return seconds;
		} catch (NumberFormatException | ArithmeticException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "spawn: the runtime option '" + option + "' has no time as its value", e);
		}
	}
}
