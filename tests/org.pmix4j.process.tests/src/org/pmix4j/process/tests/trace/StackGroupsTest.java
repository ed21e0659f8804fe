// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.process.internal.trace.StackGroups;
import org.pmix4j.process.internal.trace.StackGroups.Group;

/** Which stack traces are equal, and what is shown of those that are. */
class StackGroupsTest {
	private static List<Group<Integer>> groups(List<String> first, List<String> second) {
		return StackGroups.of(new TreeMap<>(Map.of(0, first, 1, second)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			#0  0x00007f01 in recv (source=3) at a.c:7 | #0  0x00007f02 in recv (source=4) at a.c:7 | #0  recv (...) at a.c:7
			#0  recv (s=0x1 "a) at (") at a.c:7 | #0  recv (s=0x2 "b") at a.c:7 | #0  recv (...) at a.c:7
			#1  0x1 in f<int (*)(int)>::g (t=0x1) at a.c:7 | #1  0x2 in f<int (*)(int)>::g (t=0x2) at a.c:7 | #1  f<int (*)(int)>::g (...) at a.c:7
			#2  0x0001 in opal () from /lib/libopal.so.40 | #2  0x0002 in opal () from /lib/libopal.so.40 | #2  opal () from /lib/libopal.so.40
			#2  0x00007f01 pause | #2  0x00007f02 pause | #2  pause
			#3  0x00007f01 in ?? () | #3  0x00007f02 in ?? () | #3  ?? ()
			#3  0x00007f01 | #3  0x00007f01 | #3  0x00007f01
			TID 17: | TID 18: | Thread:
			Thread 17 (idle): "MainThread" | Thread 18 (active): "MainThread" | Thread "MainThread":
			Thread 2 (Thread 0x7f1 (LWP 7) "a"): | Thread 2 (Thread 0x7f2 (LWP 8) "a"): | Thread 2 "a":
			Thread 2 (Thread 0x7f1 (LWP 7) "a"): | Thread 3 (Thread 0x7f2 (LWP 8) "a"): | Thread "a":
			""")
	void of_sameLineButForNumbers_isOneGroup(String first, String second, String shown) {
		assertThat(groups(List.of(first), List.of(second))).singleElement().satisfies(group -> {
			assertThat(group.members()).containsExactly(0, 1);
			assertThat(group.lines()).containsExactly(shown);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			#0  0x00007f01 in recv (source=3) at a.c:7       | #0  0x00007f01 in recv (source=3) at a.c:8
			#0  0x00007f01 in recv (source=3) at a.c:7       | #0  0x00007f01 in send (source=3) at a.c:7
			#0  f<void (int)>::g (this=0x1) at a.cc:7        | #0  f<void (long)>::g (this=0x1) at a.cc:7
			#2  0x00007f01 in opal () from /lib/libopal.so.4 | #2  0x00007f01 in opal () from /lib/libopen.so.4
			'  File "a.py", line 4, in deep'                 | '  File "a.py", line 5, in deep'
			'    deep (a.py:4)'                              | '    deep (a.py:5)'
			'	at A.run(A.java:4)'                           | '	at A.run(A.java:5)'
			'	at A$1.run(A.java:4)'                         | '	at A$2.run(A.java:4)'
			""")
	void of_otherFunctionOrLine_areTwoGroups(String first, String second) {
		assertThat(groups(List.of(first), List.of(second))).extracting(Group::members).containsExactly(List.of(0), List.of(1));
	}

	@Test
	void of_oneProcess_keepsTheArgumentsWithoutAddresses() {
		assertThat(StackGroups.of(Map.of(0, List.of("#0  0x00007f01 in recv (source=3, tag=5) at a.c:7")))).singleElement()
				.extracting(Group::lines).isEqualTo(List.of("#0  recv (source=3, tag=5) at a.c:7"));
	}

	@Test
	void of_equalArguments_areKept() {
		List<String> lines = List.of("#0  0x00007f01 in recv (source=3, tag=5) at a.c:7");

		assertThat(groups(lines, lines)).singleElement().extracting(Group::lines)
				.isEqualTo(List.of("#0  recv (source=3, tag=5) at a.c:7"));
	}

	@Test
	void of_threadsInAnotherOrder_isOneGroupInTheOrderOfTheFirst() {
		List<String> first = List.of("TID 5:", "#0  0x1 main", "TID 6:", "#0  0x2 work");
		List<String> second = List.of("TID 7:", "#0  0x3 work", "TID 8:", "#0  0x4 main");

		assertThat(groups(first, second)).singleElement().extracting(Group::lines)
				.isEqualTo(List.of("Thread:", "#0  main", "Thread:", "#0  work"));
	}

	@Test
	void of_threadsOfJvms_areEqualButForIdsAndAddresses() {
		List<String> first = List.of(
				"\"pool-1\" #12 prio=5 os_prio=0 cpu=1.2ms elapsed=3.4s tid=0x00007f01 nid=12 waiting on condition  [0x00007f02]",
				"   java.lang.Thread.State: WAITING (parking)", "\tat A$$Lambda/0x00007f03.run(Unknown Source)", "\t- locked <0x04> (a B)");
		List<String> second = List.of(
				"\"pool-2\" #13 prio=5 os_prio=0 cpu=2.2ms elapsed=3.5s tid=0x00007f11 nid=13 waiting on condition  [0x00007f12]",
				"   java.lang.Thread.State: WAITING (parking)", "\tat A$$Lambda/0x00007f13.run(Unknown Source)", "\t- locked <0x14> (a B)");

		assertThat(groups(first, second)).singleElement().extracting(Group::members).isEqualTo(List.of(0, 1));
		assertThat(StackGroups.of(Map.of(0, first)).get(0).lines())
				.startsWith("\"pool-1\" waiting on condition").endsWith("\t- locked (a B)");
	}

	@Test
	void of_reasonsWithoutStacks_areGroupedToo() {
		assertThat(groups(List.of("ptrace: No such process 17."), List.of("ptrace: No such process 18."))).hasSize(1);
	}
}
