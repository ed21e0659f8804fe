// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

class ExitStatusTest {

	@Test
	void shellCode_exit139AndSegv_sameCodeButDifferentStatus() {
		ExitStatus exited = ExitStatus.exited(139);
		ExitStatus killed = ExitStatus.signaled(Signals.SEGV, false);

		assertThat(exited.shellCode()).isEqualTo(killed.shellCode()).isEqualTo(139);
		assertThat(exited).isNotEqualTo(killed);
		assertThat(exited.isSignaled()).isFalse();
		assertThat(killed.isSignaled()).isTrue();
	}

	@Test
	void toString_eachKind_isReadable() {
		assertThat(ExitStatus.exited(3)).hasToString("exit code 3");
		assertThat(ExitStatus.signaled(9, false)).hasToString("signal 9 (SIGKILL)");
		assertThat(ExitStatus.signaled(11, true)).hasToString("signal 11 (SIGSEGV), core dumped");
	}

	@Test
	void isSuccess_onlyExitZero_true() {
		assertThat(ExitStatus.exited(0).isSuccess()).isTrue();
		assertThat(ExitStatus.exited(1).isSuccess()).isFalse();
		assertThat(ExitStatus.signaled(Signals.TERM, false).isSuccess()).isFalse();
	}

	@Test
	void constructor_impossibleValues_refused() {
		assertThatIllegalArgumentException().isThrownBy(() -> ExitStatus.exited(256));
		assertThatIllegalArgumentException().isThrownBy(() -> ExitStatus.exited(-1));
		assertThatIllegalArgumentException().isThrownBy(() -> ExitStatus.signaled(0, false));
		assertThatIllegalArgumentException().isThrownBy(() -> ExitStatus.signaled(65, false));
		assertThatIllegalArgumentException().isThrownBy(() -> new ExitStatus(1, 9, false));
		assertThatIllegalArgumentException().isThrownBy(() -> new ExitStatus(1, 0, true));
	}

	@Test
	void name_eachSignal_isThatOfKill() {
		assertThat(Signals.name(Signals.HUP)).isEqualTo("SIGHUP");
		assertThat(Signals.name(31)).isEqualTo("SIGSYS");
		assertThat(Signals.name(34)).isEqualTo("SIGRTMIN");
		assertThat(Signals.name(64)).isEqualTo("SIGRTMIN+30");
		assertThat(Signals.name(32)).isEqualTo("signal 32");
	}

	@Test
	void number_eachSpelling_isKnown() {
		assertThat(Signals.number("SIGUSR1")).isEqualTo(OptionalInt.of(10));
		assertThat(Signals.number("usr2")).isEqualTo(OptionalInt.of(12));
		assertThat(Signals.number(" 15 ")).isEqualTo(OptionalInt.of(Signals.TERM));
		assertThat(Signals.number("0")).isEmpty();
		assertThat(Signals.number("65")).isEmpty();
		assertThat(Signals.number("SIGNOTHING")).isEmpty();
	}
}
