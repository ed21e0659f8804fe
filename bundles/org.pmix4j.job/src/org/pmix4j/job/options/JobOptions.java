// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide how a job runs. */
public final class JobOptions {
	private static final OptionType<String> MODELS = new OptionTypes.Word("ompi", "ompi5", "prte", "pmix");

	/** The readers of standard input. */
	public static final JobOption<Rank> STDIN = JobOption
			.of(OptionScope.JOB, "target of standard input", OptionType.TARGET, Rank.of(0),
					"Send standard input to that rank (default: 0), to all or to none. "
							+ "The next reader of a file gets what no rank has read; that of a pipe does not.")
			.withValueWords("RANK", "--stdin").in(OptionGroup.OUTPUT).asCommon().withKey("org.pmix4e.launch.stdin")
			.withSource(IofAttributes.STDIN_TGT, JobOptions::target)
			.withInfos(rank -> Infos.of(Info.of(IofAttributes.STDIN_TGT.key(), new PmixValue.Str(OptionType.TARGET.format(rank).get(0)))));
	/** The time limit of the job; zero for none. */
	public static final JobOption<Duration> TIMEOUT = JobOption
			.of(OptionScope.JOB, "time limit", OptionType.SECONDS, Duration.ZERO, "End the job after that time: exit code 110.")
			.withValueWords("SECONDS", "--timeout").in(OptionGroup.LIMITS).asCommon().withListWord(OptionList.RUNTIME, "timeout")
			.withKey("org.pmix4e.launch.timeout")
			.withAttribute(SpawnAttributes.JOB_TIMEOUT, seconds -> Optional.of(Duration.ofSeconds(seconds)))
			.withInfos(limit -> Infos.of(Info.of(SpawnAttributes.JOB_TIMEOUT, (int) limit.toSeconds())));
	/** The time between TERM and KILL for ranks that are ended. {@link KillTimeout} gives the effective value. */
	public static final JobOption<Duration> KILL_TIMEOUT = JobOption
			.of(OptionScope.JOB, "kill timeout", OptionType.SECONDS, KillTimeout.USUAL,
					"Ranks that are ended get TERM, and KILL after that time. Default: 2, for java 5.")
			.withValueWords("SECONDS", "--kill-timeout").in(OptionGroup.LIMITS).withListWord(OptionList.RUNTIME, "kill-timeout")
			.withKey("org.pmix4e.launch.killTimeout").asInherited()
			.withoutAttribute("the Standard has none; a spawn may have the text of the seconds under a key of our own, pmix4j.kill-timeout");
	/** The time that processes may hold the output of ranks after the last rank has exited; zero for no limit. */
	public static final JobOption<Duration> ORPHAN_TIMEOUT = JobOption
			.of(OptionScope.JOB, "orphan timeout", OptionType.SECONDS, Duration.ZERO,
					"After the last rank, wait no longer than that for processes that hold its output: they are killed, exit code 1.")
			.withValueWords("SECONDS", "--orphan-timeout").in(OptionGroup.LIMITS).withKey("org.pmix4e.launch.orphanTimeout")
			.withoutAttribute("the Standard has none; a spawn may have the text of the seconds under pmix4j.orphan-timeout");
	/** Keeps processes that ranks leave behind. */
	public static final JobOption<Boolean> KEEP_ORPHANS = JobOption
			.flag(OptionScope.JOB, "survival of orphans",
					"Leave processes alive that ranks leave behind. A kill -9 of the launcher ends them.")
			.withWords("--keep-orphans").in(OptionGroup.LIMITS).withKey("org.pmix4e.launch.keepOrphans")
			.withoutAttribute("the Standard has none; a spawn may have the text true under pmix4j.survival-of-orphans");
	/** Lets the other ranks continue when one fails. */
	public static final JobOption<Boolean> CONTINUE = JobOption
			.flag(OptionScope.JOB, "going on after a failure", "Let the other ranks go on when one fails.")
			.withWords("--continue", "--continuous", "--recoverable", "--enable-recovery").withSpelling("--disable-recovery", false)
			.in(OptionGroup.RECOVERY).asCommon().withListWord(OptionList.RUNTIME, "continuous", true)
			.withListWord(OptionList.RUNTIME, "recoverable", true).withKey("org.pmix4e.launch.continue")
			.whenTrue(SpawnAttributes.JOB_CONTINUOUS, true).whenTrue(SpawnAttributes.JOB_RECOVERABLE, true)
			.whenFalse(SpawnAttributes.JOB_CONTINUOUS, false).whenFalse(SpawnAttributes.JOB_RECOVERABLE, false).asInherited();
	/** Stops each rank in PMIx_Init. */
	public static final JobOption<Boolean> STOP_IN_INIT = JobOption
			.flag(OptionScope.JOB, "stop in PMIx_Init", "Stop in PMIx_Init until a debugger releases.").withWords("--stop-in-init")
			.in(OptionGroup.DEBUG).asCommon().withKey("org.pmix4e.launch.stopInInit")
			.withListWord(OptionList.RUNTIME, "stop-in-init", true)
			.withSource(DebuggerAttributes.DEBUG_STOP_IN_INIT, stop(DebuggerAttributes.DEBUG_STOP_IN_INIT));
	/** The breakpoint at which ranks stop if their program has several; empty for the first that they reach. Implies {@link #STOP_IN_APP}. */
	public static final JobOption<String> BREAKPOINT = JobOption
			.of(OptionScope.JOB, "breakpoint", OptionType.NAME, "",
					"The name of the place where ranks stop, which they get in the variable PMIX_BREAKPOINT.")
			.withValueWords("NAME").in(OptionGroup.DEBUG).withKey("org.pmix4e.launch.breakpoint").withText(DebuggerAttributes.BREAKPOINT);
	/** Stops each rank where its program waits for a debugger. */
	public static final JobOption<Boolean> STOP_IN_APP = JobOption
			.flag(OptionScope.JOB, "stop in the program",
					"Stop where the program waits for debuggers; with NAME, only at the place of that name.")
			.withWords("--stop-in-app").withDetail(BREAKPOINT)
			.in(OptionGroup.DEBUG).withKey("org.pmix4e.launch.stopInApp")
			.withListWord(OptionList.RUNTIME, "stop-in-app", true)
			.withSource(DebuggerAttributes.DEBUG_STOP_IN_APP, stop(DebuggerAttributes.DEBUG_STOP_IN_APP));
	/** Stops each rank at the first instruction of its program. */
	public static final JobOption<Boolean> STOP_ON_EXEC = JobOption
			.flag(OptionScope.JOB, "stop before the program", "Stop at the first instruction until a debugger releases.")
			.withWords("--stop-on-exec").in(OptionGroup.DEBUG).withKey("org.pmix4e.launch.stopOnExec")
			.withListWord(OptionList.RUNTIME, "stop-on-exec", true)
			.withSource(DebuggerAttributes.DEBUG_STOP_ON_EXEC, stop(DebuggerAttributes.DEBUG_STOP_ON_EXEC));
	/** Starts no process: the job is prepared and mapped, and then ends successfully. */
	public static final JobOption<Boolean> DO_NOT_LAUNCH = JobOption
			.flag(OptionScope.JOB, "dry run", "Map the ranks, but start none.").withListWord(OptionList.RUNTIME, "donotlaunch", true)
			.withWords("--do-not-launch").in(OptionGroup.PLACEMENT)
			.withAttribute(SpawnAttributes.DO_NOT_LAUNCH);
	/** Makes argv[0] of each process the program's name, a hyphen and its rank. */
	public static final JobOption<Boolean> INDEX_ARGV = JobOption
			.flag(OptionScope.JOB, "rank in argv[0]", "Append a hyphen and the rank to argv[0].")
			.withWords("--index-argv-by-rank").in(OptionGroup.LAUNCH).withAttribute(SpawnAttributes.INDEX_ARGV);
	/** Counts a process as failed if its exit code is not 0. */
	public static final JobOption<Boolean> NON_ZERO_IS_FAILURE = JobOption
			.of(OptionScope.JOB, "failure by exit code", OptionType.FLAG, true, "Take an exit code other than 0 for a failure.")
			.withListWord(OptionList.RUNTIME, "error-nonzero-status", true).withAttribute(SpawnAttributes.ABORT_NON_ZERO_TERM);
	/** The programming model, whose variables the ranks get; empty for Open MPI. */
	public static final JobOption<String> PERSONALITY = JobOption
			.of(OptionScope.JOB, "personality", MODELS, "",
					"Set the variables of that model: ompi, ompi5 (both: Open MPI, the default); prte, pmix (none).")
			.withValueWords("MODEL", "--personality").in(OptionGroup.ENVIRONMENT)
			.withAttribute(SpawnAttributes.PERSONALITY, MODELS::parse).withHonored(model -> MODELS.parse(model).isPresent())
			.withInfos(model -> Infos.of(Info.of(SpawnAttributes.PERSONALITY, model)));

	/** The libraries whose programs find their launcher. */
	public static final JobOption<MpiLibrary> MPI = JobOption
			.of(OptionScope.JOB, "MPI", new MpiType(), MpiLibrary.AUTO,
					"The libraries whose programs find each other: auto (default: all), pmix, pmi1 or pmi2 (MPICH and its kin), none.")
			.withValueWords("LIBRARY", "--mpi").in(OptionGroup.ENVIRONMENT).asInherited()
			.withoutAttribute("the Standard has none; a spawn may have the text under pmix4j.MPI");

	/** The umask of the ranks; that of the launcher if it is not set, which a submitted job must not have. */
	public static final JobOption<Integer> FILE_MODE_MASK = JobOption
			.of(OptionScope.JOB, "file mode mask", OptionType.MODE_MASK, 022,
					"Start the ranks with that umask, in octal digits. Default: that of the shell.")
			.withValueWords("MASK", "--umask").in(OptionGroup.ENVIRONMENT)
			.withoutAttribute("the Standard has none; a submitted job brings that of its shell under a key of our own");

	private JobOptions() {
	}

	/** The standard has a rank here, the C library a process, and PRRTE a word or the text of a number. */
	private static Optional<Rank> target(PmixValue value) throws PmixException {
		String name = "attribute " + IofAttributes.STDIN_TGT.name();
		Rank rank = switch (value) {
			case Proc proc -> proc.rank();
			case Rank plain -> plain;
			case PmixValue.UInt32 number -> new Rank(number.value());
			case PmixValue.Str text -> OptionType.TARGET.parse(text.value()).orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM,
					name + " must be " + OptionType.TARGET.wanted() + ", not '" + text.value() + "'"));
			default -> throw new PmixException(Status.ERR_TYPE_MISMATCH, name + " must be a process or a rank, not " + value.type());
		};
		return Optional.of(rank.isProcess() || rank.equals(Rank.WILDCARD) ? rank : Rank.INVALID);
	}

	/** Adds the attribute of a stop. The value may name single ranks, so that the ranks get it as it came. */
	private static OptionAttribute.Reader<Boolean> stop(Attribute<PmixValue> attribute) {
		return value -> {
			boolean ranks = value instanceof Rank || value instanceof DataArray array && array.elementType().equals(DataType.PROC_RANK);
			if (!ranks && value.truth().isEmpty()) {
				throw new PmixException(Status.ERR_TYPE_MISMATCH,
						"attribute " + attribute.name() + " must be a truth value, a rank or an array of ranks, not " + value.type());
			}
			return Optional.empty();
		};
	}
}
