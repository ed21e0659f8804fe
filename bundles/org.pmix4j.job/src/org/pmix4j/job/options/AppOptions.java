// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.job.options.EnvironmentEdits.Kind;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/** Options of one program: how many ranks run it, and what they start with. */
public final class AppOptions {
	/** The greatest number of ranks of a job, 1,048,576; a larger number is a typing error. */
	public static final int MAX_RANKS = 1 << 20;
	/** The greatest number of ranks of a job that is started and not only mapped, 65,536: more than any one node runs. */
	public static final int MAX_STARTED = 1 << 16;

	/** The number of processes that run the program. */
	public static final JobOption<Integer> RANKS = JobOption
			.of(OptionScope.APP, "number of ranks", OptionType.number(1, MAX_RANKS),
					Math.min(MAX_RANKS, UsableProcessors.slots()), "Number of ranks. Default: one for each slot.")
			.withValueWords("N", "-n", "-np", "--n", "--np", "-c").in(OptionGroup.LAUNCH).asCommon().withKey("org.pmix4e.launch.ranks")
			.withoutAttribute("the structure of a program has its own field for it, maxprocs");
	/** The working directory; a relative one starts at the job's. */
	public static final JobOption<Path> DIRECTORY = JobOption
			.of(OptionScope.APP, "working directory", OptionType.DIRECTORY, Path.of(""), "Start the ranks in that directory.")
			.withValueWords("DIR", "--wdir", "--wd").in(OptionGroup.LAUNCH).asCommon().withText(SpawnAttributes.WDIR)
			.withKey("org.eclipse.debug.core.ATTR_WORKING_DIRECTORY");
	/** Starts the ranks in the session directory. */
	public static final JobOption<Boolean> SESSION_DIRECTORY = JobOption
			.flag(OptionScope.APP, "start in the session directory",
					"Start the ranks in the session directory of their job. A working directory then says where to find what is preloaded.")
			.withWords("--set-cwd-to-session-dir").in(OptionGroup.LAUNCH)
			.withAttribute(SpawnAttributes.SET_SESSION_CWD);
	/** Changes to the environment that the ranks inherit. */
	public static final JobOption<EnvironmentEdits> ENVIRONMENT = JobOption
			.of(OptionScope.APP, "environment", OptionType.EDITS, EnvironmentEdits.NONE,
					"Set, remove or extend variables of the ranks, which inherit those of the launcher.")
			.withValueWords("NAME=VALUE", "-x", "--env").in(OptionGroup.ENVIRONMENT).asCommon()
			.withSpelling(new OptionSpelling<>(EnvironmentWords.SET, List.of("NAME=VALUE"), "NAME=VALUE", EnvironmentWords::set))
			.withSpelling(new OptionSpelling<>(EnvironmentWords.UNSET, List.of("NAME"), "a name, or the beginning of names and *",
					EnvironmentWords::unset))
			.withSpelling(new OptionSpelling<>(EnvironmentWords.APPEND, List.of("NAME[c]", "VALUE"), "NAME[SEPARATOR] and a value",
					values -> EnvironmentWords.joined(Kind.APPEND, values)))
			.withSpelling(new OptionSpelling<>(EnvironmentWords.PREPEND, List.of("NAME[c]", "VALUE"), "NAME[SEPARATOR] and a value",
					values -> EnvironmentWords.joined(Kind.PREPEND, values)))
			.withSpelling(new OptionSpelling<>("--mca", List.of("KEY", "VALUE"), "", AppOptions::parameter))
			.withSpelling(new OptionSpelling<>("--omca", List.of("KEY", "VALUE"), "", AppOptions::parameter))
			.withSpelling(new OptionSpelling<>("--pmixmca", List.of("KEY", "VALUE"), "",
					values -> Optional.of(McaParameters.ofPmix(values.get(0), values.get(1)))))
			.withSource(SpawnAttributes.SET_ENVAR, value -> edit(SpawnAttributes.SET_ENVAR, Kind.SET, value))
			.withSource(SpawnAttributes.ADD_ENVAR, value -> edit(SpawnAttributes.ADD_ENVAR, Kind.ADD, value))
			.withSource(SpawnAttributes.UNSET_ENVAR, AppOptions::unset)
			.withSource(SpawnAttributes.PREPEND_ENVAR, value -> edit(SpawnAttributes.PREPEND_ENVAR, Kind.PREPEND, value))
			.withSource(SpawnAttributes.APPEND_ENVAR, value -> edit(SpawnAttributes.APPEND_ENVAR, Kind.APPEND, value))
			.withSource(SpawnAttributes.FIRST_ENVAR, value -> edit(SpawnAttributes.FIRST_ENVAR, Kind.FIRST, value))
			.withInfos(AppOptions::infos);
	/** A directory of an installation, whose bin and lib are searched first; empty for none. */
	public static final JobOption<String> PREFIX = JobOption
			.of(OptionScope.APP, "prefix", OptionType.TEXT, "", "Search bin and lib of that installation first.")
			.withValueWords("DIR", "--prefix").in(OptionGroup.ENVIRONMENT).withKey("org.pmix4e.launch.prefix")
			.withText(SpawnAttributes.PREFIX);
	/** A command that runs the program, which it gets as its arguments; empty for none. */
	public static final JobOption<String> AGENT = JobOption
			.of(OptionScope.APP, "agent", OptionType.TEXT, "", "Run the program as the arguments of that command.")
			.withValueWords("COMMAND", "--exec-agent").in(OptionGroup.LAUNCH)
			.withListWord(OptionList.RUNTIME, "exec-agent").withAttribute(ToolAttributes.EXEC_AGENT, AppOptions::unlessBlank)
			.withAttribute(SpawnAttributes.FORKEXEC_AGENT, AppOptions::unlessBlank);
	/** Runs the program without an agent, even if {@link #AGENT} names one. */
	public static final JobOption<Boolean> DEFAULT_AGENT = JobOption
			.flag(OptionScope.APP, "start without an agent", "Start the program without an agent, even if one is named.")
			.withListWord(OptionList.RUNTIME, "default-exec-agent", true)
			.withoutAttribute("PRRTE has only a word of PMIX_RUNTIME_OPTIONS for it");
	/** Copies the program to the session directory of its job on each node, and starts its ranks there. */
	public static final JobOption<Boolean> PRELOAD_BINARY = JobOption
			.flag(OptionScope.APP, "preloading of the program", "Copy the program to the session directory, and start the ranks there.")
			.withWords("--preload-binary", "-s").in(OptionGroup.LAUNCH).withAttribute(SpawnAttributes.PRELOAD_BIN);
	/** Files that are copied to the session directory of the job on each node and linked in those of its ranks; empty for none. */
	public static final JobOption<String> PRELOAD_FILES = JobOption
			.of(OptionScope.APP, "preloaded files", OptionType.TEXT, "", "Copy these files to the session directory: FILE,...")
			.withValueWords("FILES", "--preload-files").in(OptionGroup.LAUNCH).withText(SpawnAttributes.PRELOAD_FILES);
	/** The name of the process set that the program's ranks form; empty for none. */
	public static final JobOption<String> PSET = JobOption
			.of(OptionScope.APP, "process set", OptionType.TEXT, "", "Give the ranks of the program that name as a process set.")
			.withValueWords("NAME", "--pset").in(OptionGroup.LAUNCH).withKey("org.pmix4e.launch.processSet")
			.withText(GroupAttributes.PSET_NAME);

	/** Passes the environment of the launcher or spawner to the ranks; otherwise they get the variables that any program needs. */
	public static final JobOption<Boolean> FORWARD_ENVIRONMENT = JobOption
			.of(OptionScope.JOB, "inheritance of the environment", OptionType.FLAG, true,
					"Let the ranks inherit the environment. false: only HOME, LOGNAME, PATH, SHELL, TERM, TMPDIR, USER and what -x sets.")
			.withValueWords("BOOL", "--fwd-environment").withFallback(true).in(OptionGroup.ENVIRONMENT)
			.withListWord(OptionList.RUNTIME, "fwd-environment", true)
			.withAttribute(SpawnAttributes.FWD_ENVIRONMENT);

	/** The variables that sudo(8) keeps, and the place of temporary files. */
	private static final Set<String> BASIC = Set.of("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER");

	private AppOptions() {
	}

	/**
	 * {@return what ranks inherit of an environment, as {@link #FORWARD_ENVIRONMENT} says}
	 *
	 * @param job         the options of the job
	 * @param environment of the launcher, or of the process that spawns the job
	 */
	public static Map<String, String> inherited(OptionValues job, Map<String, String> environment) {
		if (job.get(FORWARD_ENVIRONMENT)) {
			return environment;
		}
		Map<String, String> basic = new HashMap<>(environment);
		basic.keySet().retainAll(BASIC);
		return basic;
	}

	private static Optional<String> unlessBlank(String text) {
		return Optional.of(text).filter(given -> !given.isBlank());
	}

	private static Optional<EnvironmentEdits> parameter(List<String> values) {
		return Optional.of(McaParameters.generic(values.get(0), values.get(1)));
	}

	private static Optional<EnvironmentEdits> edit(Attribute<Envar> attribute, Kind kind, PmixValue value) throws PmixException {
		if (value instanceof Envar variable) {
			if (variable.name().isEmpty() || variable.name().indexOf('=') >= 0) {
				throw new PmixException(Status.ERR_BAD_PARAM, "attribute " + attribute.name() + ": the name of a variable must not be empty or"
						+ " contain '=', as '" + variable.name() + "'");
			}
			return Optional.of(EnvironmentEdits.NONE.plus(kind, variable));
		}
		throw mismatch(attribute, "an environment variable", value);
	}

	/** Returns one attribute for each change, in their order. */
	private static Infos infos(EnvironmentEdits edits) {
		return new Infos(edits.edits().stream().map(edit -> switch (edit.kind()) {
			case SET -> Info.of(SpawnAttributes.SET_ENVAR, edit.variable());
			case ADD -> Info.of(SpawnAttributes.ADD_ENVAR, edit.variable());
			case UNSET -> Info.of(SpawnAttributes.UNSET_ENVAR, edit.variable().name());
			case PREPEND -> Info.of(SpawnAttributes.PREPEND_ENVAR, edit.variable());
			case APPEND -> Info.of(SpawnAttributes.APPEND_ENVAR, edit.variable());
			case FIRST -> Info.of(SpawnAttributes.FIRST_ENVAR, edit.variable());
		}).toList());
	}

	/** Releases of the C library differ in what they send here. */
	private static Optional<EnvironmentEdits> unset(PmixValue value) throws PmixException {
		Envar variable = switch (value) {
			case PmixValue.Str name -> new Envar(name.value(), "", ':');
			case Envar given -> given;
			default -> throw mismatch(SpawnAttributes.UNSET_ENVAR, "the name of a variable", value);
		};
		return Optional.of(EnvironmentEdits.NONE.plus(Kind.UNSET, variable));
	}

	private static PmixException mismatch(Attribute<?> attribute, String wanted, PmixValue value) {
		return new PmixException(Status.ERR_TYPE_MISMATCH, "attribute " + attribute.name() + " must be " + wanted + ", not " + value.type());
	}
}
