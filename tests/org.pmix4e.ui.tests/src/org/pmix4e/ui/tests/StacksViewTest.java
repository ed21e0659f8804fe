// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.IDebugView;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.widgets.Label;
import org.eclipse.ui.texteditor.ITextEditor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.shortcuts.JobShortcut;
import org.pmix4j.testkit.Peers;

/** Tests the view PMIx Stacks with Java ranks and with ranks of a C program. */
class StacksViewTest extends UserTest {
	/** A preference that the platform has no public name for. */
	private static final String ACTIVATE_DEBUG_VIEW = IDebugUIConstants.PLUGIN_ID + ".activate_debug_view";
	private static final IEclipsePreferences PREFERENCES = InstanceScope.INSTANCE.getNode(IDebugUIConstants.PLUGIN_ID);
	private static final int COMPUTE_LINE = 15;
	private static final int EXCHANGE_LINE = 19;
	private static final String SOURCE = """
			package parallel;

			public class Stacks {
				public static void main(String[] args) {
					int rank = Integer.parseInt(System.getenv("PMIX_RANK"));
					if (rank == 2) {
						exchange(rank);
					} else {
						compute(rank);
					}
					System.out.println("done");
				}

				static void compute(int rank) {
					System.out.println("computes " + rank);
				}

				static void exchange(int rank) {
					System.out.println("exchanges " + rank);
				}
			}
			""";

	@AfterEach
	void endDebugging() throws Exception {
		Steps.endDebugging();
	}

	private static void breakpoint(IFile file, int line) throws Exception {
		JDIDebugModel.createLineBreakpoint(file, "parallel.Stacks", line, -1, -1, 0, true, new HashMap<>());
	}

	/** The platform makes the Debug view active some time after a breakpoint, which would hide whether ours does. */
	@BeforeEach
	void keepPlatformFromActivating() {
		PREFERENCES.putBoolean(ACTIVATE_DEBUG_VIEW, false);
	}

	@AfterEach
	void restorePreference() {
		PREFERENCES.remove(ACTIVATE_DEBUG_VIEW);
	}

	@Test
	void javaRanks_inTwoMethods_areMergedSelectedAndOpened() throws Exception {
		JavaPrograms programs = JavaPrograms.create();
		try {
			PmixPreferences.rememberRanks(3);
			ICompilationUnit unit = programs.add("Stacks.java", SOURCE);
			breakpoint((IFile) unit.getResource(), COMPUTE_LINE);
			breakpoint((IFile) unit.getResource(), EXCHANGE_LINE);
			StacksViewTester stacks = StacksViewTester.show();
			ILaunch launch = Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(unit), ILaunchManager.DEBUG_MODE));
			stacks.awaitRow("Stacks.main at Stacks.java  3 ranks: 0-2");
			assertThat(stacks.rows()).containsExactly("Stacks.main at Stacks.java  3 ranks: 0-2",
					"  Stacks.compute at Stacks.java:15  2 ranks: 0-1", "  Stacks.exchange at Stacks.java:19  rank 2");

			awaitFrameOf("Stacks.java");
			stacks.select("Stacks.compute");
			assertThat(stacks.selectedRanks()).as(stacks::situation).containsExactly(0, 1);
			Ui.await(() -> "the rank 0 in the Debug view instead of " + selectedInDebugView(),
					() -> selectedInDebugView().matches("rank 0 .*compute"));
			stacks.select("Stacks.exchange");
			Ui.await(() -> "the rank 2 in the Debug view instead of " + selectedInDebugView(),
					() -> selectedInDebugView().matches("rank 2 .*exchange"));
			assertThat(Ui.<Boolean>get(stacks::isActive)).isTrue();
			stacks.select("Stacks.compute");
			assertThat(stacks.copy()).isEqualTo("Stacks.compute at Stacks.java:15  2 ranks: 0-1" + System.lineSeparator());
			stacks.open();
			EditorTester.awaitLine("Stacks.java", COMPUTE_LINE);
			StacksViewTester.show();
			Pictures.screen("stacks-java-light");

			stacks.toggleAllThreads();
			stacks.toggleAllThreads();
			Workbench.command(PmixUi.COMMAND_RESUME);
			stacks.awaitRow("Stacks.main at Stacks.java:7  rank 2");
			Ui.await(() -> "rank 2 alone, after the end of the others, in " + stacks.rows(), () -> stacks.rows().size() == 2);
			launch.terminate();
			Jobs.awaitEnd(launch);
			Ui.await("no rows", () -> stacks.rows().isEmpty());
		} finally {
			PmixPreferences.rememberRanks(4);
			Steps.endDebugging();
			programs.delete();
		}
	}

	@Test
	void nativeRanks_atBreakpointAndAfterAStep_areMerged() throws Exception {
		Steps steps = Steps.create();
		try {
			NativeLineBreakpoint.create(steps.source(), Peers.source("pmix_steps"), steps.line());
			StacksViewTester stacks = StacksViewTester.show();
			ILaunch launch = Steps.debug(2, "");
			stacks.awaitRow("twice at pmix_steps.c:" + steps.line() + "  2 ranks: 0-1");
			Pictures.screen("stacks-native-light");
			awaitFrameOf("pmix_steps.c");
			stacks.select("twice");
			assertThat(stacks.selectedRanks()).as(stacks::situation).containsExactly(0, 1);
			Ui.await(() -> "the frame of rank 0 in the Debug view instead of " + selectedInDebugView(),
					() -> selectedInDebugView().matches("rank 0 .*twice at pmix_steps.c:" + steps.line()));
			assertThat(Ui.<Boolean>get(stacks::isActive)).isTrue();
			stacks.open();
			EditorTester.awaitLine("pmix_steps.c", steps.line());

			stepOver(launch, "1");
			stacks.awaitRow("twice at pmix_steps.c:" + steps.line() + "  rank 0");
			stacks.awaitRow("twice at pmix_steps.c:" + (steps.line() + 1) + "  rank 1");
			assertThat(stacks.rows()).anyMatch(row -> row.strip().matches("main at pmix_steps.c:\\d+  2 ranks: 0-1"));
		} finally {
			steps.delete();
		}
	}

	/** The platform selects a frame some time after a breakpoint, and opens its source, for which it makes the Debug view active. */
	private static void awaitFrameOf(String source) {
		Ui.await(() -> "a frame of a rank in the Debug view instead of " + selectedInDebugView(),
				() -> selectedInDebugView().matches("rank \\d .*"));
		Ui.await("an editor of " + source, () -> Arrays.stream(Workbench.page().getEditorReferences())
				.anyMatch(editor -> editor.getEditor(false) instanceof ITextEditor text && text.getTitle().equals(source)));
		StacksViewTester.show();
	}

	/** Returns the target and the text of the frame, or of another element, that the Debug view has selected. */
	private static String selectedInDebugView() throws DebugException {
		IDebugView view = (IDebugView) Workbench.page().findView(IDebugUIConstants.ID_DEBUG_VIEW);
		Object selected = ((IStructuredSelection) view.getViewer().getSelection()).getFirstElement();
		return selected instanceof IStackFrame frame ? frame.getDebugTarget().getName() + " " + frame.getName() : String.valueOf(selected);
	}

	private static void stepOver(ILaunch launch, String rank) throws Exception {
		IThread thread = Steps.atBreakpoint(launch).stream()
				.filter(stopped -> rank.equals(stopped.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK)))
				.findFirst().orElseThrow();
		thread.stepOver();
	}

	@Test
	void jobWithoutDebugger_saysHowToDebug() throws Exception {
		StacksViewTester stacks = StacksViewTester.show();
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("plain", 2, Peers.c("pmix_exit"), "init,finalize")));
		assertThat(stacks.rows()).isEmpty();
		Ui.await("the message", () -> Widgets.all(Workbench.window().getShell(), Label.class).stream()
				.anyMatch(label -> label.getText().contains("Debug As > PMIx Job")));
	}
}
