// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.junit.internal.job.ThreadDump;

/** Tests which threads and frames of a dump of jstack are shown; the lines were printed by that of JDK 25. */
class ThreadDumpTest {
	private static final List<String> IDLE = List.of("\"Reference Handler\" #12 [23601] daemon prio=10", "   java.lang.Thread.State: RUNNABLE",
			"\tat java.lang.ref.Reference.waitForReferencePendingList(java.base@25.0.3/Native Method)");

	@Test
	void shortened_testThread_endsWhereJUnitCalls() {
		List<String> lines = List.of("Full thread dump", "", "\"main\" #3 [23564] prio=5", "   java.lang.Thread.State: WAITING (parking)",
				"\tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)", "\t- parking to wait for  <0x000000069db2d868>",
				"\tat org.pmix4j.client.PmixClient.fence(PmixClient.java:175)", "\tat example.RingTest.test(RingTest.java:58)",
				"\tat java.lang.reflect.Method.invoke(java.base@25.0.3/Method.java:565)",
				"\tat org.junit.platform.commons.util.ReflectionUtils.invokeMethod(ReflectionUtils.java:786)", "",
				IDLE.get(0), IDLE.get(1), IDLE.get(2));

		assertThat(ThreadDump.shortened(lines)).containsExactlyElementsOf(lines.subList(2, 8));
	}

	@Test
	void shortened_ownThreads_areLeftOut() {
		List<String> lines = List.of("\"pmix-loop\" #22 daemon prio=5", "\tat sun.nio.ch.EPoll.wait(java.base@25.0.3/Native Method)",
				"\tat org.pmix4j.wire.internal.loop.SelectorLoop.run(SelectorLoop.java:211)", "",
				"\"worker\" #23 prio=5", "\tat example.Worker.run(Worker.java:5)", "\tat java.lang.Thread.run(java.base@25.0.3/Thread.java:1474)");

		assertThat(ThreadDump.shortened(lines)).containsExactlyElementsOf(lines.subList(4, 7));
	}

	@Test
	void shortened_dumpWithoutCodeOfUsers_isLeftAsItIs() {
		List<String> ofGdb = List.of("#0  0x00007f in read () from libc.so.6", "#1  main () at ring.c:17");

		assertThat(ThreadDump.shortened(ofGdb)).isEqualTo(ofGdb);
		assertThat(ThreadDump.shortened(IDLE)).isEqualTo(IDLE);
	}
}
