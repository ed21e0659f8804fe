// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Await;

/** Tests that launches leave nothing in the memory of the workbench once they have ended and were removed. */
class EndedLaunchesTest {
	private static final int LAUNCHES = 200;
	/** The last launch may still be referred to by threads that wait for the next one; some threads start with the first work for them. */
	private static final int MOST_LEFT = 2;

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@Test
	void launches_endedAndRemoved_leaveMemoryAndThreads() throws Exception {
		ILaunchConfiguration configuration = jobs.script(1, "echo line").doSave();
		launchAndRemove(configuration); // starts what stays, such as the server
		long threads = threads();
		List<WeakReference<ILaunch>> launches = new ArrayList<>();
		for (int i = 0; i < LAUNCHES; i++) {
			launches.add(launchAndRemove(configuration));
		}

		Await.until("few launches left in memory", Duration.ofMinutes(1), () -> {
			System.gc();
			return launches.stream().filter(launch -> launch.get() != null).count() <= MOST_LEFT;
		});
		Await.until("no more threads than before", Duration.ofMinutes(1), () -> threads() <= threads + MOST_LEFT);
	}

	/** Returns the number of threads of this plug-in and its server. */
	private static long threads() {
		return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("pmix")).count();
	}

	private static WeakReference<ILaunch> launchAndRemove(ILaunchConfiguration configuration) throws Exception {
		Launched launched = Launched.launch(configuration).awaitEnd();
		assertThat(launched.out()).isEqualTo("[0] line\n");
		Jobs.manager().removeLaunch(launched.launch());
		return new WeakReference<>(launched.launch());
	}
}
