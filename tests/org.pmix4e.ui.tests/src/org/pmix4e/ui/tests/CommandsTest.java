// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.commands.Command;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.jface.bindings.Binding;
import org.eclipse.jface.bindings.TriggerSequence;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.keys.IBindingService;
import org.eclipse.ui.texteditor.ITextEditor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests that every action of the views is a command with a name and a key, and presses the keys. */
class CommandsTest extends UserTest {
	private static final String CATEGORY = "org.pmix4e.ui.commands";

	@TempDir
	private Path folder;

	@Test
	void everyCommand_hasNameDescriptionAndKey() throws Exception {
		List<Command> commands = commands();
		assertThat(commands).hasSizeGreaterThan(20);
		for (Command command : commands) {
			assertThat(command.getName()).as(command.getId()).startsWith("PMIx: ");
			assertThat(command.getDescription()).as(command.getId()).isNotBlank().doesNotStartWith("PMIx: ");
			assertThat(keys(command.getId())).as("keys of " + command.getId()).isNotEmpty();
		}
	}

	@Test
	void keys_ofTheViews_differAndHideNoKeyOfTheWindow() throws Exception {
		List<TriggerSequence> ours = new ArrayList<>();
		for (Command command : commands()) {
			ours.addAll(keys(command.getId()));
		}
		assertThat(ours).doesNotHaveDuplicates();
		Set<TriggerSequence> prefixes = ours.stream().map(keys -> keys.getPrefixes()).filter(all -> all.length > 1).map(all -> all[1])
				.collect(Collectors.toSet());
		assertThat(bindings()).filteredOn(binding -> binding.getContextId().equals("org.eclipse.ui.contexts.window"))
				.extracting(Binding::getTriggerSequence).doesNotContainAnyElementsOf(prefixes);
	}

	private static List<Command> commands() {
		return Stream.of(PlatformUI.getWorkbench().getService(ICommandService.class).getDefinedCommands())
				.filter(command -> CATEGORY.equals(Ui.get(() -> command.getCategory().getId()))).toList();
	}

	private static List<TriggerSequence> keys(String command) {
		return bindings().stream().filter(binding -> binding.getParameterizedCommand() != null
				&& binding.getParameterizedCommand().getId().equals(command)).map(Binding::getTriggerSequence).distinct().toList();
	}

	private static List<Binding> bindings() {
		return Arrays.asList(PlatformUI.getWorkbench().getService(IBindingService.class).getBindings());
	}

	@Test
	void quickAccess_findsEachViewByPmix() {
		Keys.press("Ctrl+3");
		Ui.await("Quick Access", () -> quickAccess().isPresent());
		Keys.type("pmix");
		for (String view : List.of("Jobs (PMIx)", "Map (PMIx)", "Output (PMIx)", "Events (PMIx)", "Stacks (PMIx)")) {
			Ui.await(() -> view + " in " + found(), () -> found().stream().anyMatch(text -> text.contains(view)));
		}
		Pictures.screen("quick-access-light");
		Keys.press("ESC");
		Ui.await("the end of Quick Access", () -> quickAccess().isEmpty());
	}

	@Test
	void newLaunchConfiguration_opensOneThatWaitsForItsProgram() throws Exception {
		Ui.start(() -> Workbench.command("org.pmix4e.ui.commands.newConfiguration"));
		LaunchDialogTester dialog = LaunchDialogTester.opened();
		dialog.awaitMessage("Choose a program");
		assertThat(dialog.field("Name:")).isEqualTo("New job");
		assertThat(Workbench.launches().getLaunchConfigurations()).extracting(ILaunchConfiguration::getName).containsExactly("New job");
		dialog.program("/bin/echo").name("created");
		Ui.await("an enabled Run button", dialog::canRun);
		dialog.press("Apply");
		Ui.run(dialog.shell()::close);
		assertThat(Workbench.launches().getLaunchConfigurations()).extracting(ILaunchConfiguration::getName).containsExactly("created");
	}

	@Test
	void newLaunchConfiguration_inWhichNothingIsEntered_isNotKept() throws Exception {
		Ui.start(() -> Workbench.command("org.pmix4e.ui.commands.newConfiguration"));
		LaunchDialogTester dialog = LaunchDialogTester.opened();
		dialog.awaitMessage("Choose a program");
		Ui.run(dialog.shell()::close);
		Ui.await("no configuration", () -> Workbench.launches().getLaunchConfigurations().length == 0);
	}

	private static Optional<Shell> quickAccess() {
		return Stream.of(Ui.display().getShells()).filter(shell -> shell.isVisible() && shell != Workbench.window().getShell())
				.filter(shell -> Widgets.all(shell, Table.class).stream().anyMatch(table -> table.getColumnCount() == 2)).findFirst();
	}

	private static List<String> found() {
		return quickAccess().stream().flatMap(shell -> Widgets.all(shell, Table.class).stream()).flatMap(table -> Stream.of(table.getItems()))
				.map(item -> item.getText(1)).toList();
	}

	@Test
	void onlySelected_fromPmixJobs_limitsTheOutput() throws Exception {
		ended("init,print:hello,finalize");
		JobsViewTester jobs = JobsViewTester.show();
		jobs.select("Rank 1", "Rank 2");
		Keys.press("Alt+Shift+P O");
		Ui.await("the view PMIx Output", () -> isActive(PmixUi.VIEW_OUTPUT));
		OutputTester output = OutputTester.show();
		Ui.await(() -> "a filter instead of " + output.filter(), () -> output.filter().equals("rank:1-2"));
		output.awaitOnly("hello", "hello");
	}

	@Test
	void follow_inPmixOutput_isShownByItsButton() throws Exception {
		ended("init,print:hello,finalize");
		OutputTester.show();
		awaitButton("Show the Last Line", true);
		Keys.press("Alt+Shift+P L");
		awaitButton("Show the Last Line", false);
		Ui.run(() -> Ui.press(button("Show the Last Line")));
		awaitButton("Show the Last Line", true);
	}

	@Test
	void allThreads_inPmixStacks_isShownByItsButton() {
		StacksViewTester.show();
		awaitButton("Show All Threads", false);
		Keys.press("Alt+Shift+P T");
		awaitButton("Show All Threads", true);
		Keys.press("Alt+Shift+P T");
		awaitButton("Show All Threads", false);
	}

	@Test
	void saveOutput_inPmixOutput_writesTheNamedFile() throws Exception {
		ended("init,print:hello,finalize");
		OutputTester.show().awaitLine("hello");
		assertThat(saved("Alt+Shift+P S", "saved")).contains("hello");
	}

	@Test
	void openOutput_inPmixOutput_showsWholeOutputInEditor() throws Exception {
		ended("init,print:hello,finalize");
		OutputTester.show().awaitLine("hello");
		Keys.press("Alt+Shift+P W");
		Ui.await("an editor with the output of four ranks", () -> Ui.get(() -> {
			ITextEditor editor = Adapters.adapt(Workbench.page().getActiveEditor(), ITextEditor.class);
			return editor != null && editor.getDocumentProvider().getDocument(editor.getEditorInput()).get().contains("[3] hello");
		}));
		assertThat(Ui.<String>get(() -> Workbench.window().getShell().getText())).contains(" - Output of keys - ");
		Pictures.screen("output-whole-light");
	}

	@Test
	void exportEvents_inPmixEvents_writesTheNamedFile() throws Exception {
		ended("init,fence,finalize");
		Workbench.show(PmixUi.VIEW_EVENTS);
		assertThat(saved("Alt+Shift+P E", "trace")).contains("traceEvents").contains("rank 3");
	}

	/** Presses keys that open a dialog of the window system, and enters the name of a file there. */
	private String saved(String keys, String name) throws Exception {
		Path file = folder.resolve(name);
		Keys.press(keys);
		Keys.press("Ctrl+A");
		Keys.type(file.toString().toLowerCase());
		Keys.press("CR");
		Ui.await("the file " + file, () -> Files.exists(file) && Files.size(file) > 0);
		return Files.readString(file);
	}

	private static boolean isActive(String view) {
		return Workbench.page().getActivePart().getSite().getId().equals(view);
	}

	private static void awaitButton(String tooltip, boolean pressed) {
		Ui.await("the button " + tooltip + " pressed: " + pressed, () -> button(tooltip).getSelection() == pressed);
	}

	private static ToolItem button(String tooltip) {
		return Widgets.toolItem(Workbench.window().getShell(), tooltip);
	}

	/** Runs a job of four ranks to its end. */
	private static void ended(String steps) throws Exception {
		OutputTester.show();
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("keys", 4, Peers.c("pmix_exit"), steps)));
		JobsViewTester.show().awaitRows(5, "| finished |");
	}
}
