// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.dap.ui.internal.NativeValueEditor;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests the Variables view with a rank of a C program, with each debug adapter. */
class NativeVariablesTest extends UserTest {
	private Steps steps;
	private ILaunch launch;

	@BeforeEach
	void createProject() throws Exception {
		steps = Steps.create();
	}

	/** Stops a rank at the breakpoint and shows its variables. */
	private VariablesViewTester stop(Debuggers debugger) throws Exception {
		Steps.use(debugger);
		NativeLineBreakpoint.create(steps.source(), Peers.source("pmix_steps"), steps.line());
		launch = Steps.debug(1, "");
		Ui.await("a rank at the breakpoint", () -> Steps.atBreakpoint(launch).size() == 1);
		DebugViewTester debug = DebugViewTester.show();
		debug.awaitRow("twice at pmix_steps.c");
		debug.select("twice at pmix_steps.c");
		VariablesViewTester variables = VariablesViewTester.show();
		variables.awaitRow("number", "0");
		return variables;
	}

	@AfterEach
	void deleteProject() throws Exception {
		steps.delete();
	}

	@ParameterizedTest
	@EnumSource
	void changeValue_whileAdapterIsLate_leavesUserInterfaceFree(Debuggers debugger) throws Exception {
		VariablesViewTester variables = stop(debugger);
		ProcessHandle adapter = adapter(debugger);
		signal("STOP", adapter);
		try {
			enter(variables, "21");
			CompletableFuture<Void> answer = new CompletableFuture<>();
			Ui.start(() -> answer.complete(null));
			Await.result(answer);
			variables.awaitRow("number", "0");
		} finally {
			signal("CONT", adapter);
		}
		variables.awaitRow("number", "21");
	}

	@ParameterizedTest
	@EnumSource
	void changeValue_toNonsense_namesVariableRankAndReason(Debuggers debugger) throws Exception {
		VariablesViewTester variables = stop(debugger);
		enter(variables, "nonsense");
		Ui.await("the reason", () -> Ui.display().getActiveShell() != null
				&& Widgets.all(Ui.display().getActiveShell(), Label.class).stream().map(Label::getText)
						.anyMatch(text -> text.matches("number of rank 0 \\(\\S+, \\d+\\) was not changed to nonsense: .*setVariable.*")));
		Shell message = Ui.get(() -> Ui.display().getActiveShell());
		Pictures.window(message, "change-value-refused-light");
		Ui.start(() -> Ui.press(Widgets.button(message, "OK")));
		Ui.await("the end of the message", message::isDisposed);
		variables.awaitRow("number", "0");
	}

	@ParameterizedTest
	@EnumSource
	void valueTypedIntoCell_isSavedInTypedOrderWhileAdapterIsLate(Debuggers debugger) throws Exception {
		VariablesViewTester variables = stop(debugger);
		IVariable number = Steps.atBreakpoint(launch).getFirst().getTopStackFrame().getVariables()[0];
		assertThat(number.getName()).isEqualTo("number");
		ProcessHandle adapter = adapter(debugger);
		signal("STOP", adapter);
		try {
			CompletableFuture<Void> saved = new CompletableFuture<>();
			Ui.start(() -> {
				NativeValueEditor editor = new NativeValueEditor();
				if (editor.saveVariable(number, "20", null) && editor.saveVariable(number, "21", null)) {
					saved.complete(null);
				}
			});
			Await.result(saved);
			assertThat(number.getValue().getValueString()).isEqualTo("0");
		} finally {
			signal("CONT", adapter);
		}
		Ui.await("the second value", () -> number.getValue().getValueString().equals("21"));
		variables.awaitRow("number", "21");
	}

	@ParameterizedTest
	@EnumSource
	void changedVariable_isHighlightedUntilNextStop(Debuggers debugger) throws Exception {
		VariablesViewTester variables = stop(debugger);
		assertThat(variables.isHighlighted("number", "0")).isFalse();
		enter(variables, "21");
		variables.awaitRow("number", "21");
		Ui.await("a highlighted value", () -> variables.isHighlighted("number", "21"));
		Pictures.screen("variables-changed-light");

		Steps.atBreakpoint(launch).getFirst().stepOver();
		variables.awaitRow("number", "21");
		Ui.await("no highlight of a value that stays", () -> !variables.isHighlighted("number", "21"));
	}

	/** Changes the variable number, which is 0, through the dialog that Change Value opens. */
	private static void enter(VariablesViewTester variables, String value) {
		Shell dialog = variables.changeValue("number", "0");
		assertThat(Ui.<List<String>>get(() -> Widgets.all(dialog, Label.class).stream().map(Label::getText).toList()))
				.contains("New value of number:");
		Ui.run(() -> Widgets.all(dialog, Text.class).get(0).setText(value));
		Ui.start(() -> Ui.press(Widgets.button(dialog, "OK")));
		Ui.await("the end of the dialog", dialog::isDisposed);
	}

	/** Returns the process of the adapter, which a script may have started, and whose name may be a link. */
	private static ProcessHandle adapter(Debuggers debugger) {
		return ProcessHandle.current().descendants().filter(process -> process.info().command()
				.filter(command -> debugger.title().startsWith(Path.of(command).getFileName().toString())).isPresent()).findFirst().orElseThrow();
	}

	private static void signal(String name, ProcessHandle process) throws Exception {
		assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()).isZero();
	}
}
