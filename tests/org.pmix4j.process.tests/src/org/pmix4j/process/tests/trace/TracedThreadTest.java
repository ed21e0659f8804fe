// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.trace.StackLine;
import org.pmix4j.process.internal.trace.TracedThread;

/** The reading of threads from what debuggers print; recorded from GDB 13.1, elfutils 0.188, py-spy 0.3.14 and jstack of JDK 21. */
class TracedThreadTest {
	private static List<TracedThread> read(int pid, String text) {
		return TracedThread.of(text.lines().toList(), pid);
	}

	private static List<String> texts(TracedThread thread) {
		return thread.frames().stream().map(StackLine::text).toList();
	}

	@Test
	void gdb_firstThreadIsTheUsers() {
		List<TracedThread> threads = read(3645, """
				Thread 2 (Thread 0x7f714450d6c0 (LWP 3647) "async"):
				#0  0x00007f71445e4df2 in epoll_wait (epfd=10) at ../sysdeps/epoll_wait.c:30
				Thread 1 (Thread 0x7f714450e740 (LWP 3645) "spin"):
				#0  0x000055ad7c0a8159 in inner (rank=1) at spin.c:3
				#1  0x000055ad7c0a8160 in main () at spin.c:9
				""");

		assertThat(threads).extracting(TracedThread::name).containsExactly("async", "spin");
		assertThat(threads).extracting(TracedThread::isUsers).containsExactly(false, true);
		assertThat(texts(threads.get(1))).containsExactly("main () at spin.c:9", "inner (rank=1) at spin.c:3");
		assertThat(threads.get(1).frames().get(1).key()).isEqualTo("inner (...) at spin.c:3");
	}

	@Test
	void gdbWithoutLibraryForThreads_namesOnlyTheNumberOfTheKernel() {
		List<TracedThread> threads = read(15957, """
				Thread 2 (LWP 16021 "hang"):
				#0  0x00007f02 in epoll_wait () from /lib/libc.so.6
				Thread 1 (LWP 15957 "hang"):
				#0  0x00007f03 in PMPI_Recv () from /lib/libmpi.so.40
				""");

		assertThat(threads).extracting(TracedThread::isFirst).containsExactly(false, true);
	}

	@Test
	void euStack_firstThreadHasTheNumberOfTheProcess() {
		List<TracedThread> threads = read(7, """
				PID 7 - process
				TID 7:
				#0  0x00007f1 pause
				#1  0x0000551 main
				TID 8:
				#0  0x00007f2 poll
				""");

		assertThat(threads).extracting(TracedThread::isFirst).containsExactly(true, false);
		assertThat(texts(threads.get(0))).containsExactly("main", "pause");
	}

	@Test
	void jstack_framesWithoutModules_andWhatTheyWaitFor() {
		List<TracedThread> threads = read(7, """
				"main" #1 [8] prio=5 os_prio=0 cpu=43.90ms elapsed=3.03s tid=0x00007f6b nid=8 in Object.wait()  [0x00007f6b]
				   java.lang.Thread.State: WAITING (on object monitor)
				\tat java.lang.Object.wait0(java.base@21.0.1/Native Method)
				\t- waiting on <0x000000062fe0b2e8> (a java.util.LinkedList)
				\tat java.lang.Object.wait(java.base@21.0.1/Object.java:366)
				\tat a.b.Main.main(Main.java:7)
				\t- locked <0x000000062fe0b2e8> (a java.util.LinkedList)
				"Reference Handler" #9 [15] daemon prio=10 os_prio=0 cpu=0.10ms elapsed=3.02s tid=0x00007f6b nid=15 waiting on condition [0x0]
				\tat java.lang.ref.Reference.waitForReferencePendingList(java.base@21.0.1/Native Method)
				""");

		assertThat(threads).extracting(TracedThread::isUsers).containsExactly(true, false);
		assertThat(texts(threads.get(0))).containsExactly("a.b.Main.main(Main.java:7)", "java.lang.Object.wait(Object.java:366)",
				"java.lang.Object.wait0(Native Method), waiting for a java.util.LinkedList");
	}

	@Test
	void python_ofGdbAndPySpy_isEqual() {
		assertThat(texts(read(4524, """
				Thread 1 (Thread 0x7f806f3c8b80 (LWP 4524) "python3"):
				  File "/tmp/a.py", line 4, in deep
				    time.sleep(1)
				  File "/tmp/a.py", line 9, in <module>
				    deep()
				""").get(0))).containsExactly("<module> at /tmp/a.py:9", "deep at /tmp/a.py:4");
		assertThat(texts(read(4524, """
				Thread 4524 (idle): "MainThread"
				    deep (a.py:4)
				    <module> (a.py:9)
				""").get(0))).containsExactly("<module> at a.py:9", "deep at a.py:4");
	}

	@Test
	void librariesOfAnotherRoot_areNamedAsTheProcessSeesThem() {
		assertThat(texts(read(7, "#0  0x00007f02 in poll () from /proc/7/root/lib/libc.so.6\n").get(0)))
				.containsExactly("poll () from /lib/libc.so.6");
	}

	@Test
	void reasonWithoutFrames_isNoThread() {
		assertThat(read(7, "ptrace: Operation not permitted.\nNo stack.\n")).isEmpty();
	}
}
