// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.jdt.debug.core.IJavaStackFrame;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.jdt.launching.JavaRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4j.testkit.Checkout;

/** Tests debugging ranks that are Java classes. */
class JavaDebugTest {
	private static final int BREAKPOINT_LINE = 4;
	private static final String COUNT = """
			public class Count {
				public static void main(String[] arguments) {
					int rank = Integer.parseInt(System.getenv("PMIX_RANK"));
					int twice = 2 * rank;
					System.out.println("twice " + twice);
				}
			}
			""";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	private JavaProject project;
	private IFile file;

	@BeforeEach
	void createProject() throws Exception {
		project = JavaProject.create("debug");
		file = project.write("Count.java", COUNT);
		project.build();
	}

	@AfterEach
	void deleteProject() throws Exception {
		Debugged.endAll();
		project.delete();
	}

	private ILaunchConfigurationWorkingCopy configuration(int ranks) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.empty("debug");
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_JAVA);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "debug");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "Count");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, ranks);
		return copy;
	}

	private IBreakpoint breakpoint() throws CoreException {
		return JDIDebugModel.createLineBreakpoint(file, "Count", BREAKPOINT_LINE, -1, -1, 0, true, new HashMap<>());
	}

	private static String rank(IThread thread) {
		return Objects.requireNonNull(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK));
	}

	private static IStackFrame top(IThread thread) {
		try {
			return thread.getTopStackFrame();
		} catch (DebugException e) {
			throw new AssertionError(e);
		}
	}

	@Test
	void debug_twoRanks_stopAtBreakpointAndGoOn() throws Exception {
		breakpoint();
		Launched launched = Debugged.launch(configuration(2));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2);

		for (IThread thread : Debugged.atBreakpoint(launched)) {
			int rank = Integer.parseInt(rank(thread));
			IJavaStackFrame frame = (IJavaStackFrame) top(thread);
			assertThat(frame.getLineNumber()).isEqualTo(BREAKPOINT_LINE);
			assertThat(frame.findVariable("rank").getValue().getValueString()).isEqualTo(Integer.toString(rank));
			assertThat(launched.launch().getSourceLocator().getSourceElement(frame)).isEqualTo(file);
			JobRankProcess process = launched.process().ranks().get(rank);
			assertThat(thread.getDebugTarget().getProcess()).isSameAs(process);
			assertThat(thread.getDebugTarget().getName()).isEqualTo(process.getLabel()).matches("rank " + rank + " \\(.+, "
					+ process.getAttribute(IProcess.ATTR_PROCESS_ID) + "\\)");
			frame.stepOver();
		}
		Debugged.await(() -> stopped(launched, BREAKPOINT_LINE + 1) == 2);
		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] twice 0", "[1] twice 2");
		assertThat(launched.process().getExitValue()).isZero();
		Debugged.await(launched.launch()::isTerminated);
	}

	@Test
	void debug_showsTheCommandOfARunAndEachRankOnceInOrder() throws Exception {
		breakpoint();
		Launched launched = Debugged.launch(configuration(4));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 4);

		AppElement app = launched.namespace().children().get(0);
		assertThat(app.program()).endsWith("/java");
		assertThat(app.arguments()).endsWith("Count").noneMatch(word -> word.contains("PMIX_RANK"));
		assertThat(launched.process().getAttribute(IProcess.ATTR_CMDLINE)).endsWith(" Count").doesNotContain("PMIX_RANK", "/bin/sh");
		assertThat(List.of(launched.launch().getChildren())).hasSize(5).last().isSameAs(launched.process());
		assertThat(Stream.of(launched.launch().getChildren()).limit(4).map(IDebugTarget.class::cast).map(IDebugTarget::getProcess))
				.containsExactlyElementsOf(launched.process().ranks());
		jobs.await(() -> launched.namespace().ranks().stream().allMatch(rank -> rank.state() == ElementState.SUSPENDED
				&& rank.debugStop().filter(stop -> stop.equals("breakpoint in Count.main at Count.java:" + BREAKPOINT_LINE)).isPresent()));
		for (IDebugTarget target : launched.launch().getDebugTargets()) {
			target.resume();
		}
		launched.awaitEnd();
	}

	/** Leaves the time in a file for the benchmarks; other work delays the ranks, so it is no reason to fail. */
	@Test
	void debug_eightRanks_stopAtBreakpoint() throws Exception {
		breakpoint();
		long begin = System.nanoTime();
		Launched launched = Debugged.launch(configuration(8));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 8);
		long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
		Files.writeString(Checkout.root().resolve("tests/org.pmix4e.core.tests/target/breakpoint.txt"),
				"8 Java ranks at a breakpoint after " + millis + " ms\n");

		assertThat(Debugged.atBreakpoint(launched)).extracting(JavaDebugTest::rank).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5",
				"6", "7");
		launched.launch().terminate();
		launched.awaitEnd();
	}

	private static long stopped(Launched launched, int line) {
		return Arrays.stream(launched.launch().getDebugTargets()).flatMap(target -> Debugged.threads(target).stream())
				.filter(IThread::isSuspended).map(JavaDebugTest::top).filter(frame -> frame != null && line(frame) == line).count();
	}

	private static int line(IStackFrame frame) {
		try {
			return frame.getLineNumber();
		} catch (DebugException e) {
			return -1; // it has gone on
		}
	}

	@Test
	void debug_chosenRank_letsOthersRun() throws Exception {
		breakpoint();
		ILaunchConfigurationWorkingCopy copy = configuration(3);
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "1");
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1
				&& launched.process().ranks().stream().filter(JobRankProcess::isTerminated).count() == 2);

		assertThat(launched.launch().getDebugTargets()).hasSize(1);
		assertThat(rank(Debugged.atBreakpoint(launched).get(0))).isEqualTo("1");
		assertThat(launched.process().isTerminated()).isFalse();
		launched.launch().terminate();
		launched.awaitEnd();
	}

	@Test
	void breakpoint_forOneRank_letsOthersRunPast() throws Exception {
		breakpoint().getMarker().setAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, "1");
		Launched launched = Debugged.launch(configuration(2));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1 && launched.process().ranks().get(0).isTerminated());

		assertThat(rank(Debugged.atBreakpoint(launched).get(0))).isEqualTo("1");
		Debugged.atBreakpoint(launched).get(0).resume();
		launched.awaitEnd();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] twice 0", "[1] twice 2");
	}

	@Test
	void suspendAll_whenOneRankStops_suspendsOthers() throws Exception {
		IFile loop = project.write("Loop.java", """
				public class Loop {
					static volatile boolean go = true;
					public static void main(String[] arguments) {
						boolean first = System.getenv("PMIX_RANK").equals("0");
						while (go) {
							Thread.onSpinWait();
							if (first) {
								System.out.print("");
							}
						}
					}
				}
				""");
		project.build();
		JDIDebugModel.createLineBreakpoint(loop, "Loop", 8, -1, -1, 0, true, new HashMap<>());
		ILaunchConfigurationWorkingCopy copy = configuration(2);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "Loop");
		copy.setAttribute(PmixLaunchConstants.ATTR_SUSPEND_ALL, true);
		Launched launched = Debugged.launch(copy);

		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1 && launched.launch().getDebugTargets().length == 2
				&& Arrays.stream(launched.launch().getDebugTargets()).anyMatch(IDebugTarget::isSuspended));
		IDebugTarget stopped = Debugged.atBreakpoint(launched).get(0).getDebugTarget();
		assertThat(stopped.isSuspended()).as("more than the thread at the breakpoint is suspended").isFalse();
		launched.launch().terminate();
		launched.awaitEnd();
	}

	@Test
	void debug_withoutBreakpoint_runsToTheEnd() throws Exception {
		Launched launched = Debugged.launch(configuration(2)).awaitEnd();

		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] twice 0", "[1] twice 2");
		assertThat(launched.err()).isEmpty();
	}

	@Test
	void debug_kindWithoutDebugger_isRefused() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, PlainKind.ID);
		assertThatThrownBy(() -> Debugged.launch(copy)).isInstanceOf(CoreException.class)
				.hasMessageContaining("echo cannot be debugged from here");
		assertThat(Jobs.manager().getLaunches()).isEmpty();
	}

	@Test
	void debug_ofMoreRanksThanAreDebuggedUnasked_debugsTheFirst() throws Exception {
		breakpoint();
		ILaunchConfigurationWorkingCopy copy = jobs.program(18,
				JavaRuntime.getDefaultVMInstall().getInstallLocation().toPath().resolve("bin/java").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, DebugPlugin.renderArguments(new String[] { "-cp",
				project.java().getProject().getFolder("bin").getLocation().toString(), "Count" }, null));
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 16);
		launched.awaitOutput("the first 16 of 18 ranks are debugged: for others choose Attach Debugger in the view PMIx Jobs");
		launched.awaitOutput("twice 34");
		assertThat(Debugged.atBreakpoint(launched)).extracting(JavaDebugTest::rank).doesNotContain("16", "17").contains("0", "15");
	}

	@Test
	void attachDebugger_toARankThatWasNotChosen_stopsItAtABreakpoint() throws Exception {
		IFile loop = project.write("Turns.java", """
				public class Turns {
					public static void main(String[] arguments) throws Exception {
						for (long turn = 0; turn >= 0; turn++) {
							Thread.sleep(20);
							System.out.println("turn of " + System.getenv("PMIX_RANK"));
						}
					}
				}
				""");
		project.build();
		ILaunchConfigurationWorkingCopy copy = configuration(3);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "Turns");
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "0");
		Launched launched = Debugged.launch(copy);
		launched.awaitOutput("turn of 2");
		Debugged.await(() -> launched.launch().getDebugTargets().length > 0);
		assertThat(launched.launch().getDebugTargets()).hasSize(1);

		launched.process().attachDebugger(List.of(2));
		Debugged.await(() -> launched.launch().getDebugTargets().length == 2);
		JDIDebugModel.createLineBreakpoint(loop, "Turns", 4, -1, -1, 0, true, new HashMap<>());
		Debugged.await(() -> Debugged.atBreakpoint(launched).stream().anyMatch(thread -> rank(thread).equals("2")));
		IThread stopped = Debugged.atBreakpoint(launched).stream().filter(thread -> rank(thread).equals("2")).findFirst().orElseThrow();
		assertThat(top(stopped).getLineNumber()).isEqualTo(4);
		assertThat(launched.out()).as("nothing of the agent").doesNotContain("transport");
	}
}
