// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.Launch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.launch.SuspendTogether;
import org.pmix4j.testkit.Await;

/** Tests when the suspension of one rank suspends another, with events in orders that debuggers produce only at bad moments. */
class SuspendTogetherTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private final ILaunch launch = new Launch(null, ILaunchManager.DEBUG_MODE, null);
	private final Rank first = new Rank(launch);
	private final Rank second = new Rank(launch);
	private SuspendTogether together;

	@BeforeEach
	void begin() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/true");
		copy.setAttribute(PmixLaunchConstants.ATTR_SUSPEND_ALL, true);
		together = SuspendTogether.of(copy).orElseThrow();
		together.start(launch);
	}

	@AfterEach
	void end() {
		together.close();
	}

	private void tellSuspended(Rank rank, int detail) {
		tell(rank, DebugEvent.SUSPEND, detail);
	}

	private void resume(Rank rank) {
		rank.isSuspended = false;
		tell(rank, DebugEvent.RESUME, DebugEvent.CLIENT_REQUEST);
	}

	private void tell(Rank rank, int kind, int detail) {
		together.handleDebugEvents(new DebugEvent[] { new DebugEvent(rank.target, kind, detail) });
	}

	@Test
	void rankThatStarts_afterTheSuspensionOfAnother_isSuspended() throws Exception {
		resume(second);
		second.isSuspended = true;
		tellSuspended(second, DebugEvent.BREAKPOINT);
		resume(first);
		first.awaitSuspension();
	}

	@Test
	void rankThatStarts_beforeTheSuspensionOfAnotherIsTold_isSuspendedThenOnly() throws Exception {
		resume(second);
		second.isSuspended = true;
		resume(first);
		assertThat(first.asked).as("questions whether the rank can be suspended").isZero();
		tellSuspended(second, DebugEvent.BREAKPOINT);
		first.awaitSuspension();
	}

	@Test
	void rankThatStarts_afterAnotherWentOn_isNotSuspended() {
		resume(second);
		second.isSuspended = true;
		tellSuspended(second, DebugEvent.BREAKPOINT);
		resume(second);
		resume(first);
		assertThat(first.asked).isZero();
	}

	@Test
	void suspension_atTheStart_suspendsNoOther() {
		resume(first);
		second.isSuspended = true;
		tellSuspended(second, DebugEvent.CLIENT_REQUEST);
		assertThat(first.asked).isZero();
	}

	@Test
	void rankThatStarts_whileAnotherIsSuspendedAtItsStart_isNotSuspended() {
		second.isSuspended = true;
		tellSuspended(second, DebugEvent.CLIENT_REQUEST);
		resume(first);
		assertThat(first.asked).isZero();
	}

	@Test
	void suspension_thatFollowsAnother_suspendsNoFurther() throws Exception {
		resume(first);
		resume(second);
		second.isSuspended = true;
		tellSuspended(second, DebugEvent.CLIENT_REQUEST);
		first.awaitSuspension();
		resume(second);
		tellSuspended(first, DebugEvent.CLIENT_REQUEST);
		assertThat(second.asked).isZero();
	}

	@Test
	void endOfStep_suspendsNoOther() {
		resume(first);
		resume(second);
		second.isSuspended = true;
		tellSuspended(second, DebugEvent.STEP_END);
		assertThat(first.asked).isZero();
	}

	/** A rank under a debugger that suspends it at once. */
	private static final class Rank {
		private final ILaunch launch;
		private final IDebugTarget target = (IDebugTarget) Proxy.newProxyInstance(Rank.class.getClassLoader(),
				new Class<?>[] { IDebugTarget.class }, this::answer);
		private final CompletableFuture<Void> suspension = new CompletableFuture<>();
		private volatile boolean isSuspended;
		private int asked;

		Rank(ILaunch launch) {
			this.launch = launch;
		}

		private Object answer(Object proxy, Method method, Object[] arguments) {
			return switch (method.getName()) {
				case "getLaunch" -> launch;
				case "getDebugTarget" -> proxy;
				case "getThreads" -> new IThread[0];
				case "isSuspended" -> isSuspended;
				case "canSuspend" -> {
					asked++;
					yield !isSuspended;
				}
				case "suspend" -> {
					isSuspended = true;
					suspension.complete(null);
					yield null;
				}
				case "equals" -> proxy == arguments[0];
				case "hashCode" -> System.identityHashCode(proxy);
				case "toString" -> "rank";
				default -> throw new UnsupportedOperationException(method.getName());
			};
		}

		void awaitSuspension() throws Exception {
			Await.result(suspension);
		}
	}
}
