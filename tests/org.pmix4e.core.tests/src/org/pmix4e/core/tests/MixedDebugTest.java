// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.jdt.debug.core.IJavaStackFrame;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.jdt.launching.JavaRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests debugging jobs of several programs, whose ranks need different debuggers or have none. */
class MixedDebugTest extends NativeDebugging {
	private static final int JAVA_LINE = 4;
	private static final String COUNT = """
			public class Count {
				public static void main(String[] arguments) {
					int rank = Integer.parseInt(System.getenv("PMIX_RANK"));
					int twice = 2 * rank;
					System.out.println("doubled " + twice);
				}
			}
			""";

	private JavaProject project;
	private IFile file;

	@BeforeEach
	void createProject() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		project = JavaProject.create("mixed");
		file = project.write("Count.java", COUNT);
		project.build();
		JDIDebugModel.createLineBreakpoint(file, "Count", JAVA_LINE, -1, -1, 0, true, new HashMap<>());
		NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), nativeLine());
	}

	@AfterEach
	void deleteProject() throws Exception {
		Debugged.endAll();
		project.delete();
	}

	private static int nativeLine() throws Exception {
		return NativeJobs.line(Peers.source("pmix_steps"), "// breakpoint");
	}

	private ILaunchConfigurationWorkingCopy java(int ranks, String... further) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.empty("mixed");
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_JAVA);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "mixed");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "Count");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, ranks);
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of(further));
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true); // a rank that ends without PMIx_Finalize fails
		return copy;
	}

	private String command() throws Exception {
		return JavaRuntime.getDefaultVMInstall().getInstallLocation().toPath().resolve("bin/java") + " -cp "
				+ project.java().getProject().getFolder("bin").getLocation() + " Count";
	}

	private static List<IThread> ofRank(Launched launched, int rank) {
		return Debugged.atBreakpoint(launched).stream().filter(thread -> Integer.toString(rank)
				.equals(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK))).toList();
	}

	/** Checks that a Java rank and a native one are at their breakpoints, with their sources, and lets all ranks go on. */
	private void checkAndResume(Launched launched, int javaRank, int nativeRank) throws Exception {
		IStackFrame inJava = NativeJobs.top(ofRank(launched, javaRank).get(0));
		assertThat(inJava).isInstanceOf(IJavaStackFrame.class);
		assertThat(inJava.getLineNumber()).isEqualTo(JAVA_LINE);
		assertThat(launched.launch().getSourceLocator().getSourceElement(inJava)).isEqualTo(file);
		IStackFrame inC = NativeJobs.top(ofRank(launched, nativeRank).get(0));
		assertThat(inC.getLineNumber()).isEqualTo(nativeLine());
		assertThat(launched.launch().getSourceLocator().getSourceElement(inC)).hasToString(Peers.source("pmix_steps").toString());
		for (IThread thread : Debugged.atBreakpoint(launched)) {
			thread.resume();
		}
		launched.awaitEnd();
		assertThat(launched.out()).contains("[" + javaRank + "] doubled " + 2 * javaRank,
				"[" + nativeRank + "] twice " + nativeRank + " is " + 2 * nativeRank);
	}

	@Test
	void debug_javaThenCThenPerl_attachesToEachByWhatItRuns_andNamesTheRankWithout() throws Exception {
		Launched launched = Debugged.launch(java(2, "1 " + Peers.c("pmix_steps"), "2 perl -e 'print 1'"));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 3);

		launched.awaitOutput("pmix4j: ranks 3-4 run perl without a debugger: there is no debugger for perl programs");
		assertThat(Stream.of(launched.launch().getDebugTargets()).map(IDebugTarget::getProcess))
				.containsExactlyInAnyOrderElementsOf(launched.process().ranks().subList(0, 3));
		assertThat(launched.namespace().children()).extracting(AppElement::name).containsExactly("Count", "pmix_steps", "perl");
		checkAndResume(launched, 0, 2);
	}

	@Test
	void debug_cThenJava_stopsTheCRanksThoughTheJavaRankWaitsAtItsBreakpoint() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, Peers.c("pmix_steps").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("1 " + command()));
		copy.setAttribute(PmixLaunchConstants.ATTR_CONTINUE, true);
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 3);

		AppElement second = launched.namespace().children().get(1);
		assertThat(second.program()).endsWith("/java");
		assertThat(second.arguments()).endsWith("Count").noneMatch(word -> word.contains("PMIX_RANK"));
		checkAndResume(launched, 2, 1);
	}

	@Test
	void debug_chosenRanksOfSeveralPrograms_letsTheOthersRun() throws Exception {
		ILaunchConfigurationWorkingCopy copy = java(2, "2 " + Peers.c("pmix_steps"));
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "1,3");
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2 && launched.process().ranks().get(0).isTerminated());

		assertThat(ofRank(launched, 1)).hasSize(1);
		assertThat(ofRank(launched, 3)).hasSize(1);
		checkAndResume(launched, 1, 3);
	}

	@Test
	void debug_programThatAShellHasStarted_isTheOneThatIsDebugged() throws Exception {
		Launched launched = Debugged.launch(jobs.script(1, Peers.c("pmix_steps") + "; exit $?"));
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 1);

		assertThat(NativeJobs.top(ofRank(launched, 0).get(0)).getLineNumber()).isEqualTo(nativeLine());
		ofRank(launched, 0).get(0).resume();
		launched.awaitEnd();
		assertThat(launched.out()).contains("[0] twice 0 is 0");
	}
}
