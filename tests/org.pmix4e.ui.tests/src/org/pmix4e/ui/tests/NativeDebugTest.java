// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.eclipse.jface.text.source.IVerticalRulerInfo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.SWT;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.debug.core.model.IWatchExpressionResult;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.actions.IToggleBreakpointsTarget;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.TextSelection;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.keys.IBindingService;
import org.eclipse.ui.texteditor.ITextEditor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.dap.NativePreferences;
import org.pmix4e.dap.ui.internal.ValueHover;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests Debug As > PMIx Job on a C program, with the debug adapter of this machine. */
class NativeDebugTest extends UserTest {
	private static final String ATTACH = "org.pmix4e.ui.commands.attachDebugger";

	private Steps steps;

	@BeforeEach
	void createProject() throws Exception {
		steps = Steps.create();
	}

	@AfterEach
	void deleteProject() throws Exception {
		steps.delete();
	}

	/** Toggles a breakpoint as the ruler of the text editor does. */
	private void toggle() {
		Ui.run(() -> {
			try {
				ITextEditor editor = (ITextEditor) IDE.openEditor(PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage(), steps.source());
				var document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
				TextSelection selection = new TextSelection(document, document.getLineOffset(steps.line() - 1), 0);
				IToggleBreakpointsTarget target = DebugUITools.getToggleBreakpointsTargetManager().getToggleBreakpointsTarget(editor, selection);
				assertThat(target.canToggleLineBreakpoints(editor, selection)).isTrue();
				target.toggleLineBreakpoints(editor, selection);
			} catch (Exception e) {
				throw new AssertionError(e);
			}
		});
	}

	private static List<IBreakpoint> breakpoints() {
		return List.of(DebugPlugin.getDefault().getBreakpointManager().getBreakpoints("org.pmix4e.dap"));
	}

	private static List<String> names(ILaunch launch) throws DebugException {
		List<String> names = new ArrayList<>();
		for (IDebugTarget target : launch.getDebugTargets()) {
			names.add(target.getName());
		}
		return names;
	}

	private static IStackFrame top(IThread thread) throws DebugException {
		return Objects.requireNonNull(thread.getTopStackFrame());
	}

	private static String value(IStackFrame frame, String name) throws DebugException {
		IVariable variable = Arrays.stream(frame.getVariables()).filter(known -> name(known).equals(name)).findFirst().orElseThrow();
		return variable.getValue().getValueString();
	}

	private static String name(IVariable variable) {
		try {
			return variable.getName();
		} catch (DebugException e) {
			throw new AssertionError(e);
		}
	}

	private static IWatchExpressionResult watch(IStackFrame frame, String expression) throws Exception {
		CompletableFuture<IWatchExpressionResult> result = new CompletableFuture<>();
		DebugPlugin.getDefault().getExpressionManager().newWatchExpressionDelegate(frame.getModelIdentifier())
				.evaluateExpression(expression, frame, result::complete);
		return Await.result(result);
	}

	@ParameterizedTest
	@EnumSource
	void debug_twoRanks_stopAtBreakpointStepAndGoOn(Debuggers debugger) throws Exception {
		Steps.use(debugger);
		toggle();
		assertThat(breakpoints()).hasSize(1);
		ILaunch launch = Steps.debug(2, "");
		Ui.await("two ranks at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 2);
		assertThat(names(launch)).allMatch(name -> name.matches("rank [01] \\(\\S+, \\d+\\)"));
		for (IThread thread : Steps.atBreakpoint(launch)) {
			int rank = Integer.parseInt(thread.getDebugTarget().getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK));
			IStackFrame frame = top(thread);
			assertThat(frame.getLineNumber()).isEqualTo(steps.line());
			assertThat(frame.getName()).isEqualTo("twice at pmix_steps.c:" + steps.line());
			assertThat(value(frame, "number")).isEqualTo(Integer.toString(rank));
			assertThat(launch.getSourceLocator().getSourceElement(frame)).isEqualTo(steps.source());
			assertThat(watch(frame, "sum.x + 40").getValue().getValueString()).isEqualTo(Integer.toString(rank + 40));
			assertThat(watch(frame, "nothing").hasErrors()).isTrue();
			thread.stepOver();
			Ui.await("the end of the step", () -> thread.isSuspended() && !thread.isStepping());
			assertThat(top(thread).getLineNumber()).isEqualTo(steps.line() + 1);
			assertThat(value(top(thread), "result")).isEqualTo(Integer.toString(2 * rank));
		}
		Pictures.screen(debugger.title() + "-light");
		for (IDebugTarget target : launch.getDebugTargets()) {
			target.resume();
		}
		Jobs.awaitEnd(launch);
		JobProcess job = Jobs.job(launch);
		assertThat(job.getExitValue()).as(ConsoleTester.text(job)).isZero();
		assertThat(launch.getDebugTargets()).allMatch(IDebugTarget::isTerminated);
	}

	@Test
	void attach_toRunningRank_stopsItAtBreakpoint() throws Exception {
		toggle();
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("runs", 2, Peers.c("pmix_steps"), "--fed").getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		ILaunch launch = Jobs.launch(copy.doSave());
		JobsViewTester jobs = JobsViewTester.show();
		jobs.awaitRows(3, "| connected |");
		jobs.select("Rank 1");
		Ui.await("Attach Debugger", () -> Workbench.isEnabled(ATTACH));
		Workbench.command(ATTACH);
		Ui.await("the target", () -> launch.getDebugTargets().length == 1);
		Jobs.job(launch).getStreamsProxy().write("go\n");
		Ui.await("the rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);

		assertThat(names(launch)).singleElement().asString().startsWith("rank 1 ");
		Ui.await("no second debugger", () -> !Workbench.isEnabled(ATTACH));
		Pictures.screen("attached-light");
		jobs.select("runs");
		Workbench.command(PmixUi.COMMAND_TERMINATE);
		Jobs.awaitEnd(launch);
	}

	@ParameterizedTest
	@EnumSource
	void hover_overVariable_showsItsValueInTheSelectedFrame(Debuggers debugger) throws Exception {
		Steps.use(debugger);
		toggle();
		ILaunch launch = Steps.debug(2, "");
		Ui.await("two ranks at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 2);
		for (IThread thread : Steps.atBreakpoint(launch)) {
			IStackFrame frame = top(thread);
			ValueHover hover = new ValueHover(() -> frame);
			assertThat(hovered(hover, "sum.x", 4)).isEqualTo("sum.x = " + thread.getDebugTarget().getProcess()
					.getAttribute(PmixLaunchConstants.PROCESS_RANK));
			assertThat(hovered(hover, "struct point", 0)).isNull();
			thread.resume();
			Ui.await("the rank to go on", () -> !thread.isSuspended());
			assertThat(hovered(hover, "sum.x", 4)).isNull();
		}
	}

	/** Returns what is shown while the mouse pointer is over a text of the source. */
	private static String hovered(ValueHover hover, String text, int column) {
		ITextViewer viewer = Ui.get(() -> Workbench.page().getActiveEditor().getAdapter(ITextViewer.class));
		int offset = viewer.getDocument().get().indexOf(text) + column;
		return hover.getHoverInfo(viewer, hover.getHoverRegion(viewer, offset));
	}

	@ParameterizedTest
	@EnumSource
	void hover_inTextEditor_isShownAtTheMousePointer(Debuggers debugger) throws Exception {
		Steps.use(debugger);
		toggle();
		ILaunch launch = Steps.debug(1, "");
		Ui.await("a rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRow("twice at pmix_steps.c");
		debug.select("twice at pmix_steps.c");
		Ui.await("the frame as debug context", () -> DebugUITools.getDebugContext() instanceof IStackFrame frame
				&& frame.getName().startsWith("twice"));
		StyledText widget = (StyledText) Ui.get(() -> Workbench.page().getActiveEditor().getAdapter(Control.class));
		EditorMouse mouse = new EditorMouse(widget);
		Ui.await("the value in a hover", () -> mouse.shows("sum.x", "sum = "));
		Pictures.screen(debugger.title() + "-hover-light");
	}

	@Test
	void frame_selectedInDebugView_showsConsoleOfItsJob() throws Exception {
		toggle();
		ILaunch launch = Steps.debug(1, "");
		Ui.await("a rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("other", 1, Peers.c("pmix_exit"), "init,print:hello,finalize")));
		ConsoleTester.awaitShown("other");
		ConsoleTester.awaitQuiet();
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRow("twice at pmix_steps.c");
		debug.select("other", "<terminated");
		debug.selectFrame("rank 0", "twice");
		ConsoleTester.awaitShown("steps");
	}

	@Test
	void debug_chosenRank_othersRunOn() throws Exception {
		toggle();
		ILaunch launch = Steps.debug(2, "1");
		Ui.await("a rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);
		assertThat(names(launch)).singleElement().asString().startsWith("rank 1 (");
		ConsoleTester.awaitText(Jobs.job(launch), "twice 0 is 0");
		launch.getDebugTargets()[0].disconnect();
		Jobs.awaitEnd(launch);
		assertThat(Jobs.job(launch).getExitValue()).isZero();
	}

	@Test
	void breakpoint_ofOneRank_stopsThatRankOnly() throws Exception {
		toggle();
		breakpoints().getFirst().getMarker().setAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, "0");
		ILaunch launch = Steps.debug(2, "");
		Ui.await("a rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);
		assertThat(Steps.atBreakpoint(launch).getFirst().getDebugTarget().getName()).startsWith("rank 0 (");
		ConsoleTester.awaitText(Jobs.job(launch), "twice 1 is 2");
	}

	@Test
	void terminate_stoppedRanks_endsLaunch() throws Exception {
		toggle();
		ILaunch launch = Steps.debug(2, "");
		Ui.await("two ranks at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 2);
		launch.terminate();
		Jobs.awaitEnd(launch);
		assertThat(launch.getDebugTargets()).allMatch(IDebugTarget::isTerminated);
	}

	@Test
	void ruler_toggledTwice_leavesNoBreakpoint() {
		toggle();
		assertThat(breakpoints()).singleElement().extracting(breakpoint -> breakpoint.getMarker().getAttribute(IMarker.MESSAGE, ""))
				.isEqualTo("pmix_steps.c [line: " + steps.line() + "]");
		toggle();
		assertThat(breakpoints()).isEmpty();
	}

	@Test
	void doubleClick_inRulerOfTextEditor_setsAndDeletesABreakpoint() {
		ITextEditor editor = Ui.get(() -> (ITextEditor) IDE.openEditor(Workbench.page(), steps.source(), "org.eclipse.ui.DefaultTextEditor"));
		Control ruler = Ui.get(() -> editor.getAdapter(IVerticalRulerInfo.class).getControl());
		doubleClick(editor, ruler);
		Ui.await("a breakpoint", () -> breakpoints().size() == 1);
		assertThat(breakpoints().get(0).getMarker().getAttribute(IMarker.LINE_NUMBER, 0)).isEqualTo(steps.line());
		Pictures.screen("ruler-breakpoint-light");
		doubleClick(editor, ruler);
		Ui.await("no breakpoint", () -> breakpoints().isEmpty());
		List<String> menu = Ui.get(() -> {
			ruler.getMenu().notifyListeners(SWT.Show, new Event());
			try {
				return Stream.of(ruler.getMenu().getItems()).map(item -> item.getText().split("\t")[0].replace("&", "")).toList();
			} finally {
				ruler.getMenu().notifyListeners(SWT.Hide, new Event());
			}
		});
		assertThat(menu).contains("Toggle Breakpoint");
	}

	/** Double-clicks the ruler beside the line of the breakpoint. */
	private void doubleClick(ITextEditor editor, Control ruler) {
		Ui.run(() -> {
			StyledText text = (StyledText) editor.getAdapter(Control.class);
			text.setTopIndex(Math.max(0, steps.line() - 3));
			text.update();
			Control column = Widgets.all((Composite) ruler, Canvas.class).stream().filter(each -> each != ruler).findFirst().orElse((Canvas) ruler);
			for (int type : new int[] { SWT.MouseDown, SWT.MouseUp, SWT.MouseDown, SWT.MouseDoubleClick, SWT.MouseUp }) {
				Event event = new Event();
				event.widget = column;
				event.button = 1;
				event.count = type == SWT.MouseDoubleClick ? 2 : 1;
				event.x = 2;
				event.y = text.getLinePixel(steps.line() - 1) + text.getLineHeight() / 2;
				column.notifyListeners(type, event);
			}
		});
	}

	@Test
	void breakpoint_removedWhileRankIsStopped_stopsNoMore() throws Exception {
		toggle();
		ILaunch launch = Steps.debug(1, "");
		Ui.await("a rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);
		IThread thread = Steps.atBreakpoint(launch).getFirst();
		toggle();
		thread.resume();
		Jobs.awaitEnd(launch);
		assertThat(Jobs.job(launch).getExitValue()).isZero();
	}

	@Test
	void ranksWithoutAdapter_waitForDebuggerUntilReleased() throws Exception {
		InstanceScope.INSTANCE.getNode(NativePreferences.NODE).put(NativePreferences.ADAPTER, "/nonexistent/gdb");
		JobsViewTester jobs = JobsViewTester.show();
		ILaunch launch = Steps.debugAnyway(2);
		jobs.awaitRows(3, "| waiting for debugger |");
		assertThat(Ui.<String>get(() -> Workbench.window().getService(IBindingService.class)
				.getBestActiveBindingFormattedFor(PmixUi.COMMAND_RELEASE))).isEqualTo("R");
		jobs.select("Rank 1");
		Ui.await("the button Release", () -> jobs.isEnabled("Release"));
		Pictures.screen("native-waiting-light");
		Workbench.command(PmixUi.COMMAND_RELEASE);
		Jobs.awaitEnd(launch);
		assertThat(Jobs.job(launch).getExitValue()).isZero();
		jobs.awaitRows(0, "| waiting for debugger |");
	}
}
