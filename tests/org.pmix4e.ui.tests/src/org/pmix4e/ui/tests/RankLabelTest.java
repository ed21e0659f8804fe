// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.stream.IntStream;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.texteditor.ITextEditor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.shortcuts.JobShortcut;
import org.pmix4j.testkit.Peers;

/** Tests the label of the current rank in the editor of the line that it is stopped at. */
class RankLabelTest extends UserTest {
	private static final int LEAST_PIXELS = 300;
	private static final int LINE = 7;
	private static final String SOURCE = """
			package parallel;

			public class Labels {
				public static void main(String[] args) {
					int rank = Integer.parseInt(System.getenv("PMIX_RANK"));
					int twice = 2 * rank;
					System.out.println("twice " + twice);
				}
			}
			""";

	@AfterEach
	void endDebugging() throws Exception {
		Steps.endDebugging();
	}

	@Test
	void nativeRanks_selectedInDebugView_areNamedAtTheirLineUntilTheyGoOn() throws Exception {
		Steps steps = Steps.create();
		try {
			NativeLineBreakpoint.create(steps.source(), Peers.source("pmix_steps"), steps.line());
			ILaunch launch = Steps.debug(2, "");
			Ui.await("two ranks at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 2);
			DebugViewTester debug = DebugViewTester.show();
			select(debug, launch, 1, "steps", "twice at");
			EditorTester.awaitHeader("pmix_steps.c (rank 1 of steps)");
			Pictures.screen("current-native-light");
			select(debug, launch, 0, "steps", "twice at");
			pointTo(1);
			assertThat(Ui.<Long>get(() -> labelPixels(1))).as("at the line of a pointer that is not of the selected frame").isZero();
			awaitLabel(launch, 0, "steps");
			Workbench.closeEditors();
			select(debug, launch, 1, "steps", "twice at");
			EditorTester.awaitHeader("pmix_steps.c (rank 1 of steps)");

			for (IThread thread : Steps.atBreakpoint(launch)) {
				thread.resume();
			}
			EditorTester.awaitHeader("pmix_steps.c");
			Ui.await("no label", () -> ScreenReader.description(editor()).isEmpty());
			assertThat(Ui.<Long>get(RankLabelTest::labelPixels)).isZero();
		} finally {
			steps.delete();
		}
	}

	@Test
	void javaRank_afterStep_isNamedAtItsNewLine() throws Exception {
		JavaPrograms programs = JavaPrograms.create();
		try {
			PmixPreferences.rememberRanks(2);
			ICompilationUnit unit = programs.add("Labels.java", SOURCE);
			JDIDebugModel.createLineBreakpoint((IFile) unit.getResource(), "parallel.Labels", LINE - 1, -1, -1, 0, true, new HashMap<>());
			ILaunch launch = Jobs.launch(() -> new JobShortcut().launch(new StructuredSelection(unit), ILaunchManager.DEBUG_MODE));
			Ui.await("two ranks at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 2);
			DebugViewTester debug = DebugViewTester.show();
			select(debug, launch, 1, "Labels", "Labels.main");
			Pictures.screen("current-java-light");

			Steps.atBreakpoint(launch).stream().filter(thread -> thread.getDebugTarget().getProcess().getLabel().startsWith("rank 1 "))
					.findFirst().orElseThrow().stepOver();
			Ui.await("the label at line " + LINE, () -> labelPixels() >= LEAST_PIXELS && labelPixels(LINE) >= LEAST_PIXELS);
		} finally {
			PmixPreferences.rememberRanks(4);
			Steps.endDebugging();
			programs.delete();
		}
	}

	/** Sets an instruction pointer in the editor, as the platform does so late for a frame that was selected before. */
	private static void pointTo(int line) {
		Ui.run(() -> {
			ITextEditor editor = (ITextEditor) Workbench.page().getActiveEditor();
			int offset = editor().getOffsetAtLine(line - 1);
			editor.getDocumentProvider().getAnnotationModel(editor.getEditorInput()).addAnnotation(
					new Annotation(IDebugUIConstants.ANNOTATION_TYPE_INSTRUCTION_POINTER_CURRENT, false, ""), new Position(offset, 1));
		});
	}

	/** Selects a frame of a rank until its label is there: the platform selects frames of its own choice, late on a busy machine. */
	private static void select(DebugViewTester debug, ILaunch launch, int number, String job, String frame) {
		Ui.await("the label of rank " + number, () -> {
			boolean isSelected = DebugUITools.getDebugContext() instanceof IStackFrame selected
					&& selected.getDebugTarget().getProcess().getLabel().startsWith("rank " + number + " ");
			if (!isSelected) {
				debug.trySelectFrame("rank " + number + " (", frame);
			}
			return isSelected && isNamed(text(launch, number, job));
		});
		awaitLabel(launch, number, job);
	}

	private static String text(ILaunch launch, int number, String job) {
		RankElement rank = Jobs.job(launch).element().orElseThrow().ranks().get(number);
		return "rank " + number + " of 2, job " + job + ", " + rank.node().orElseThrow() + ", pid " + rank.pid().getAsInt();
	}

	private static boolean isNamed(String text) {
		return Workbench.page().getActiveEditor() != null && ScreenReader.description(editor()).equals(text);
	}

	private static void awaitLabel(ILaunch launch, int number, String job) {
		String text = text(launch, number, job);
		Ui.await(() -> text + " instead of " + ScreenReader.description(editor()), () -> isNamed(text));
		Ui.await("a painted label", () -> labelPixels() >= LEAST_PIXELS);
	}

	private static StyledText editor() {
		return (StyledText) Workbench.page().getActiveEditor().getAdapter(Control.class);
	}

	/** Counts the pixels of the editor that have the color of the label. */
	private static long labelPixels() {
		Point place = editor().toDisplay(0, 0);
		Point size = editor().getSize();
		return labelPixels(new Rectangle(place.x, place.y, size.x, size.y));
	}

	private static long labelPixels(int line) {
		StyledText text = editor();
		Point place = text.toDisplay(0, text.getLinePixel(line - 1));
		return labelPixels(new Rectangle(place.x, place.y, text.getSize().x, text.getLineHeight()));
	}

	private static long labelPixels(Rectangle area) {
		ImageData picture = Pictures.of(area);
		RGB color = PmixColor.CURRENT_BACKGROUND.get().getRGB();
		return IntStream.range(0, picture.width * picture.height)
				.map(pixel -> picture.getPixel(pixel % picture.width, pixel / picture.width))
				.filter(value -> picture.palette.getRGB(value).equals(color)).count();
	}
}
