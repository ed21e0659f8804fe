// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.dap.ui.internal.NativeValueEditor;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.map.MapView;
import org.pmix4e.ui.internal.parts.CanvasPart;
import org.pmix4e.ui.internal.shortcuts.JobShortcut;
import org.pmix4j.testkit.Peers;

/** Tests that a screen reader gets a name for each control of each view, tab, page and dialog. It asks through AT-SPI. */
class SpokenNamesTest extends QuietConsoleTest {
	/** Controls of the platform's dialogs of launch configurations, preferences and properties. Their labels have no name in AT-SPI. */
	private static final List<String> PLATFORM = List.of("Run Configurations > tree table", "Run Configurations > text",
			"Preferences > tree table", "Properties for Rank 0 > tree table", "Properties for > tree table");

	@ParameterizedTest
	@CsvSource({ PmixUi.VIEW_JOBS + ",PMIx jobs", PmixUi.VIEW_MAP + ",Process map of the job|Rank 1: connected", PmixUi.VIEW_EVENTS
			+ ",Time line of the job|rank 1: ", PmixUi.VIEW_OUTPUT + ",Filter|Input|Ranks that get the input|Output of the job" })
	void controls_ofView_areNamed(String view, String names) throws Exception {
		running();
		IViewPart part = Workbench.show(view);
		assertNamed(part, names.split("\\|"));
		if (part instanceof CanvasPart canvas) {
			selectTab(canvas.parts().get(1), 1);
			assertNamed(part, part instanceof MapView ? "Ranks of the job" : "Events of the job");
			selectTab(canvas.parts().get(1), 0);
		}
	}

	@Test
	void controls_ofStacksAndFailure_areNamed() throws Exception {
		running();
		JobsViewTester jobs = JobsViewTester.show();
		jobs.select("spoken");
		Ui.await("Why Does It Hang?", () -> Workbench.isEnabled(PmixUi.COMMAND_WHY_HANG));
		Workbench.command(PmixUi.COMMAND_WHY_HANG);
		StacksViewTester.show();
		assertNamed(Ui.get(() -> Workbench.page().findView(PmixUi.VIEW_STACKS)), "Merged stacks of ranks");
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("failed", 2, Peers.c("pmix_exit"), "init,exit:3")));
		IViewPart view = Workbench.show(PmixUi.VIEW_JOBS);
		Ui.await("the message of the failure", () -> jobs.banner().contains("failed first"));
		assertNamed(view, "PMIx jobs");
	}

	/** Checks a view while the other parts, most of which are the platform's, are hidden. */
	private static void assertNamed(IViewPart part, String... names) {
		maximize(part, IWorkbenchPage.STATE_MAXIMIZED);
		try {
			assertNamed(Ui.get(() -> Workbench.window().getShell().getText()), names);
		} finally {
			maximize(part, IWorkbenchPage.STATE_RESTORED);
		}
	}

	private static void maximize(IViewPart part, int state) {
		Ui.run(() -> Workbench.page().setPartState(Workbench.page().getReference(part), state));
	}

	private static void selectTab(Control inside, int index) {
		Ui.run(() -> {
			Control parent = inside.getParent();
			while (!(parent instanceof CTabFolder)) {
				parent = parent.getParent();
			}
			CTabFolder folder = (CTabFolder) parent;
			folder.setSelection(index);
			Event event = new Event();
			event.item = folder.getItem(index);
			folder.notifyListeners(SWT.Selection, event);
		});
	}

	@ParameterizedTest
	@CsvSource({ "Main,Run what|Ranks|Program|Program arguments|Further programs of the job|Default|Other",
			"Where,Kind of the running server|Running server|Slurm|Hosts and slots|Hostfile", "Placement,Map by|Number by|Bind to|Preview",
			"Output and Input,Tag before each line|Files of each rank under|Standard input goes to rank",
			"PMIx,End the job after|Start timeout|Restarts per failed rank|Ranks to debug|Source folders|Session directory under" })
	void controls_ofTab_areNamed(String tab, String names) {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("spoken").program("/bin/echo").tab(tab);
		try {
			assertNamed("Run Configurations", names.split("\\|"));
			if (tab.equals("Main")) {
				dialog.press("Add");
				assertNamed("Run Configurations", "Further programs of the job", "Program");
				dialog.choose("Run what:", "Java class");
				assertNamed("Run Configurations", "Project", "Main class", "VM arguments");
			}
		} finally {
			dialog.close();
		}
	}

	@Test
	void controls_ofDialogsOfTabs_areNamed() throws Exception {
		Programs programs = Programs.create();
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("spoken").program("/bin/echo");
		try {
			spoken("Choose Program", () -> dialog.press("Workspace..."), "Choose the program that each rank runs");
			spoken("Select Variable", () -> dialog.press("Variables..."), "Argument");
			dialog.choose("Run what:", "Java class");
			spoken("Choose Project", () -> dialog.press("Browse..."), "Choose the project of the main class");
		} finally {
			dialog.close();
			programs.delete();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = {
			"org.pmix4e.ui.preferences;Ranks of a new configuration|Tag before each line of output|Ranks that Debug As debugs",
			"org.pmix4e.dap.ui.preferences;Debug adapter" })
	void controls_ofPreferencePage_areNamed(String page, String names) {
		spoken("Preferences", () -> PreferencesUtil.createPreferenceDialogOn(Workbench.window().getShell(), page, null, null).open(),
				names.split("\\|"));
	}

	@Test
	void controls_ofPropertyPages_areNamed() throws Exception {
		ILaunch launch = running();
		Object rank = Jobs.job(launch).element().orElseThrow().ranks().get(0);
		spoken("Properties for Rank 0", () -> properties(rank, "org.pmix4e.ui.properties"), "Properties");
		spoken("Properties for Rank 0", () -> properties(rank, "org.pmix4e.ui.keyValues"), "Key-values");
		Programs programs = Programs.create();
		IBreakpoint breakpoint = breakpoint(programs.script("ring.c", "int main() {}\n", false));
		try {
			Ui.start(() -> properties(breakpoint, "org.pmix4e.ui.breakpoint"));
			Ui.await("the properties of the breakpoint", () -> propertiesShell() != null);
			String title = Ui.get(() -> propertiesShell().getText());
			Shell shell = Ui.get(SpokenNamesTest::propertiesShell);
			try {
				assertNamed(title, "Ranks that stop here");
			} finally {
				cancel(shell);
			}
		} finally {
			breakpoint.delete();
			programs.delete();
		}
	}

	/** Returns the visible dialog of properties; null if there is none. */
	private static Shell propertiesShell() {
		return Stream.of(Ui.display().getShells()).filter(shell -> !shell.isDisposed() && shell.isVisible())
				.filter(shell -> shell.getText().startsWith("Properties")).findFirst().orElse(null);
	}

	private static IBreakpoint breakpoint(IFile source) throws Exception {
		return NativeLineBreakpoint.create(source, source.getLocation().toPath(), 1);
	}

	private static void properties(Object element, String page) {
		PreferencesUtil.createPropertyDialogOn(Workbench.window().getShell(), element, page, null, null, 0).open();
	}

	@Test
	void controls_ofDialogsOfCommands_areNamed() throws Exception {
		running();
		JobsViewTester jobs = JobsViewTester.show();
		spoken("Attach to Server", () -> Workbench.command("org.pmix4e.ui.commands.attach"), "Running servers", "Server");
		jobs.select("Rank 1");
		spoken("Select Ranks", () -> Workbench.command("org.pmix4e.ui.commands.choose"), "Ranks of spoken from 0 to 1");
		spoken("Send Signal", () -> Workbench.command("org.pmix4e.ui.commands.signal"), "Signal to send to rank 1 of spoken");
		spoken("Change Value", () -> new NativeValueEditor().editVariable(variable(), Workbench.window().getShell()), "New value of x");
		Programs programs = Programs.create();
		try {
			programs.copy(Peers.c("pmix_hello"), "hello");
			programs.copy(Peers.c("pmix_hello"), "other");
			spoken("PMIx Job", () -> new JobShortcut().launch(new StructuredSelection(programs.project()), "run"),
					"Choose the program that the ranks run");
		} finally {
			programs.delete();
		}
	}

	private static IVariable variable() {
		Object value = Proxy.newProxyInstance(IValue.class.getClassLoader(), new Class<?>[] { IValue.class }, (proxy, method, arguments) -> "1");
		return (IVariable) Proxy.newProxyInstance(IVariable.class.getClassLoader(), new Class<?>[] { IVariable.class },
				(proxy, method, arguments) -> method.getName().equals("getValue") ? value : method.getName().equals("getName") ? "x" : true);
	}

	/** Opens a dialog, reads it and closes it without effect. */
	private static void spoken(String title, Runnable opening, String... names) {
		Ui.start(opening);
		Shell shell = Ui.awaitShell(title);
		try {
			assertNamed(title, names);
		} finally {
			cancel(shell);
		}
	}

	private static void cancel(Shell shell) {
		Ui.start(() -> Ui.press(Widgets.button(shell, "Cancel")));
		Ui.await("the end of the dialog", shell::isDisposed);
	}

	/** Checks that the window has controls with names that begin like these, and no control of ours without a name. */
	private static void assertNamed(String title, String... names) {
		SpokenTree tree = SpokenTree.await(title, names);
		assertThat(tree.nameless()).filteredOn(path -> !PLATFORM.contains(path)).isEmpty();
	}

	/** Launches two ranks that wait. */
	private static ILaunch running() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("spoken", 2, Peers.c("pmix_stored"), ""));
		Ui.await("running ranks", () -> Jobs.job(launch).element().filter(job -> job.connectedRanks() == 2).isPresent());
		return launch;
	}
}
