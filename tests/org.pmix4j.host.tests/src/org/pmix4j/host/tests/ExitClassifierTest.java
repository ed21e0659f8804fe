// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.ExitClassifier;
import org.pmix4j.host.internal.fate.ExitClassifier.Facts;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.ExitOutcome.Cause;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

class ExitClassifierTest {
	/** The life of a rank before its exit. */
	enum Life {
		NO_PMIX(false, false, false), SIBLING_INITIALIZED(false, false, true), INITIALIZED(true, true, true), FINALIZED(false, true, true);

		final boolean connected;
		final boolean initialized;
		final boolean anyInJob;

		Life(boolean connected, boolean initialized, boolean anyInJob) {
			this.connected = connected;
			this.initialized = initialized;
			this.anyInJob = anyInJob;
		}
	}

	@ParameterizedTest
	@CsvSource({
			"NO_PMIX, 0, 0, false, FINISHED, 0", "FINALIZED, 0, 0, false, FINISHED, 0",
			"INITIALIZED, 0, 0, false, WITHOUT_FINALIZE, 1", "SIBLING_INITIALIZED, 0, 0, false, WITHOUT_FINALIZE, 1",
			"NO_PMIX, 3, 0, false, NON_ZERO_EXIT, 3", "FINALIZED, 3, 0, false, NON_ZERO_EXIT, 3",
			"INITIALIZED, 255, 0, false, NON_ZERO_EXIT, 255", "NO_PMIX, 0, 11, false, SIGNAL, 139",
			"INITIALIZED, 0, 9, false, SIGNAL, 137", "FINALIZED, 0, 15, false, SIGNAL, 143",
			"NO_PMIX, 0, 15, true, KILLED, 143", "INITIALIZED, 0, 9, true, KILLED, 137", "INITIALIZED, 1, 0, true, KILLED, 1",
			"INITIALIZED, 0, 0, true, KILLED, 0", "FINALIZED, 0, 0, true, FINISHED, 0", "NO_PMIX, 0, 0, true, FINISHED, 0"})
	void judge_eachLifeAndExit_givesCauseAndExitCode(Life life, int code, int signal, boolean killed, Cause cause, int exitCode) {
		ExitOutcome fate = ExitClassifier.judge(facts(life, new ExitStatus(code, signal, false), killed));

		assertThat(fate.cause()).isEqualTo(cause);
		assertThat(fate.exitCode()).isEqualTo(exitCode);
	}

	@ParameterizedTest
	@CsvSource({"42, 42", "0, 0", "1, 1", "255, 255", "256, 1", "300, 44", "-5, 251"})
	void judge_abort_anyExit_givesExitCodeOfTheAbort(int status, int exitCode) {
		AbortRequest abort = new AbortRequest(Proc.of("ns", 1), status, "");

		ExitOutcome fate = ExitClassifier.judge(new Facts(ExitStatus.signaled(Signals.TERM, false), true, true, true, false, true,
				Optional.of(abort)));

		assertThat(fate.cause()).isEqualTo(Cause.ABORT);
		assertThat(fate.exitCode()).isEqualTo(exitCode);
	}

	@Test
	void judge_anyCodeAllowed_onlyNonZeroExitIsForgiven() {
		assertThat(judgeAnyCode(ExitStatus.exited(3))).isEqualTo(new ExitOutcome(Cause.FINISHED, 3, "finished with code 3"));
		assertThat(judgeAnyCode(ExitStatus.signaled(Signals.SEGV, false)).cause()).isEqualTo(Cause.SIGNAL);
		assertThat(judgeAnyCode(ExitStatus.exited(0)).cause()).isEqualTo(Cause.WITHOUT_FINALIZE);
	}

	private static ExitOutcome judgeAnyCode(ExitStatus exit) {
		return ExitClassifier.judge(new Facts(exit, true, true, true, true, false, Optional.empty()));
	}

	@Test
	void judge_signal_namesTheSignal() {
		assertThat(describe(ExitStatus.signaled(Signals.SEGV, true))).isEqualTo("died of SIGSEGV (core dumped)");
		assertThat(describe(ExitStatus.signaled(Signals.ABRT, false))).isEqualTo("died of SIGABRT");
	}

	@Test
	void judge_signal_saysWhetherACoreWasDumped() {
		assertThat(judgeAnyCode(ExitStatus.signaled(Signals.SEGV, true)).coreDumped()).isTrue();
		assertThat(judgeAnyCode(ExitStatus.signaled(Signals.SEGV, false)).coreDumped()).isFalse();
		assertThatThrownBy(() -> new ExitOutcome(Cause.NON_ZERO_EXIT, 3, "exited with code 3", true))
				.isInstanceOf(IllegalArgumentException.class).hasMessage("a core is dumped for a signal only, not for NON_ZERO_EXIT");
	}

	@Test
	void aborted_messageOfSeveralLines_becomesOneLine() {
		assertThat(ExitClassifier.aborted(new AbortRequest(Proc.of("ns", 0), 42, "first\n  second\r\n\nthird\n")))
				.isEqualTo("called abort with status 42: first / second / third");
		assertThat(ExitClassifier.aborted(new AbortRequest(Proc.of("ns", 0), 7, ""))).isEqualTo("called abort with status 7");
	}

	@ParameterizedTest
	@CsvSource({"WITHOUT_FINALIZE, 55, -200, -185", "NON_ZERO_EXIT, 62, -404, -404", "SIGNAL, 54, -402, -184", "ABORT, 58, -8, -182",
			"KILLED, 51, -400, -180", "FAILED_TO_START, 53, -401, -181", "FINISHED, 20, -201, 0"})
	void cause_eachConstant_hasTheCodesOfPmix(Cause cause, int state, int event, int jobStatus) {
		assertThat(cause.state()).isEqualTo(ProcState.of(state));
		assertThat(cause.event()).isEqualTo(Status.of(event));
		assertThat(cause.jobStatus()).isEqualTo(Status.of(jobStatus));
	}

	private static String describe(ExitStatus exit) {
		return ExitClassifier.judge(facts(Life.NO_PMIX, exit, false)).description();
	}

	private static Facts facts(Life life, ExitStatus exit, boolean killed) {
		return new Facts(exit, life.connected, life.initialized, life.anyInJob, false, killed, Optional.empty());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "0 | 9 | was killed by the kernel: no room",
			"137 | 0 | exited with code 137; the kernel killed one of its processes: no room" })
	void judge_killOfTheKernel_isDescribed(int code, int signal, String description) {
		ExitOutcome fate = ExitClassifier.judge(new Facts(new ExitStatus(code, signal, false), false, false, false, false, false,
				Optional.empty(), Optional.of("no room")));

		assertThat(fate.description()).isEqualTo(description);
		assertThat(fate.exitCode()).isEqualTo(137);
	}
}
