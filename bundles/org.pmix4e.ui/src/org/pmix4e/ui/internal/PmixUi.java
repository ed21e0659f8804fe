// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

/** The ids of the view, its commands and help contexts. They must not change, because preferences of users refer to them. */
public final class PmixUi {
	/** This bundle. */
	public static final String BUNDLE = "org.pmix4e.ui";
	/** The view PMIx Jobs. */
	public static final String VIEW_JOBS = "org.pmix4e.ui.views.jobs";
	/** The view Process Map. */
	public static final String VIEW_MAP = "org.pmix4e.ui.views.map";

	/** The view PMIx Output. */
	public static final String VIEW_OUTPUT = "org.pmix4e.ui.views.output";

	/** The view PMIx Events. */
	public static final String VIEW_EVENTS = "org.pmix4e.ui.views.events";

	/** The view PMIx Stacks. */
	public static final String VIEW_STACKS = "org.pmix4e.ui.views.stacks";

	/** The context of the key bindings of all views. */
	public static final String CONTEXT_VIEWS = "org.pmix4e.ui.contexts.views";
	/** The context of the key bindings of the views that have no fields for text. */
	public static final String CONTEXT_JOBS = "org.pmix4e.ui.contexts.jobs";
	/** Terminates the selected jobs and ranks. */
	public static final String COMMAND_TERMINATE = "org.pmix4e.ui.commands.terminate";
	/** Lets the ranks of the selected jobs continue that have stopped for a debugger. */
	public static final String COMMAND_RELEASE = "org.pmix4e.ui.commands.release";
	/** Shows the output of the selected ranks. */
	public static final String COMMAND_SHOW_OUTPUT = "org.pmix4e.ui.commands.showOutput";
	/** Shows the session directory of the selection. */
	public static final String COMMAND_OPEN_DIRECTORY = "org.pmix4e.ui.commands.openDirectory";
	/** Selects the next failed rank. */
	public static final String COMMAND_NEXT_FAILED = "org.pmix4e.ui.commands.nextFailed";
	/** Removes the jobs that have ended. */
	public static final String COMMAND_REMOVE_ENDED = "org.pmix4e.ui.commands.removeEnded";

	/** Shows the view PMIx Stacks. */
	public static final String COMMAND_SHOW_STACKS = "org.pmix4e.ui.commands.showStacks";
	/** Shows where all ranks of the selected job are, without a debugger. */
	public static final String COMMAND_WHY_HANG = "org.pmix4e.ui.commands.whyHang";
	/** Limits the view PMIx Output to the selected ranks. */
	public static final String COMMAND_ONLY_SELECTED = "org.pmix4e.ui.commands.onlySelected";
	/** Shows the last line in the view PMIx Output whenever output arrives. */
	public static final String COMMAND_FOLLOW = "org.pmix4e.ui.commands.follow";
	/** Opens the file with the whole output of a job. */
	public static final String COMMAND_OPEN_OUTPUT = "org.pmix4e.ui.commands.openOutput";
	/** Saves the output of a job. */
	public static final String COMMAND_SAVE_OUTPUT = "org.pmix4e.ui.commands.saveOutput";
	/** Shows all threads in the view PMIx Stacks. */
	public static final String COMMAND_ALL_THREADS = "org.pmix4e.ui.commands.allThreads";
	/** Shows the ranks below their nodes in the view PMIx Jobs. */
	public static final String COMMAND_GROUP_BY_NODE = "org.pmix4e.ui.commands.groupByNode";
	/** Suspends the selected ranks. */
	public static final String COMMAND_SUSPEND = "org.pmix4e.ui.commands.suspend";
	/** Resumes the selected ranks. */
	public static final String COMMAND_RESUME = "org.pmix4e.ui.commands.resume";
	/** Selects the failed ranks of a job. */
	public static final String COMMAND_CHOOSE_FAILED = "org.pmix4e.ui.commands.chooseFailed";
	/** Selects the ranks that are not selected. */
	public static final String COMMAND_CHOOSE_OTHERS = "org.pmix4e.ui.commands.chooseOthers";

	/** Help for the tab Main. */
	public static final String HELP_MAIN = "org.pmix4e.ui.main";
	/** Help for the tab Where. */
	public static final String HELP_WHERE = "org.pmix4e.ui.where";
	/** Help for the tab Placement. */
	public static final String HELP_PLACEMENT = "org.pmix4e.ui.placement";
	/** Help for the tab Output and Input. */
	public static final String HELP_STREAMS = "org.pmix4e.ui.streams";
	/** Help for the tab PMIx. */
	public static final String HELP_PMIX = "org.pmix4e.ui.pmix";
	/** Help for the view PMIx Jobs. */
	public static final String HELP_JOBS = "org.pmix4e.ui.jobs";
	/** Help for the view Process Map. */
	public static final String HELP_MAP = "org.pmix4e.ui.map";
	/** Help for the view PMIx Output. */
	public static final String HELP_OUTPUT = "org.pmix4e.ui.output";
	/** Help for the view PMIx Events. */
	public static final String HELP_EVENTS = "org.pmix4e.ui.events";
	/** Help for the view PMIx Stacks. */
	public static final String HELP_STACKS = "org.pmix4e.ui.stacks";
	/** Help for the console of one rank. */
	public static final String HELP_CONSOLE = "org.pmix4e.ui.console";
	/** Help for the ranks of a breakpoint. */
	public static final String HELP_BREAKPOINT = "org.pmix4e.ui.breakpoint";
	/** Help for the preferences. */
	public static final String HELP_PREFERENCES = "org.pmix4e.ui.preferences";

	/** The page of help that says how to install a debugger. */
	public static final String TOPIC_INSTALL_DEBUGGER = "/org.pmix4e.doc/help/running.html#debugger";
	/** The preferences of the feature PMIx4E for Native Debuggers, which may not be installed. */
	public static final String PAGE_NATIVE = "org.pmix4e.dap.ui.preferences";

	private PmixUi() {
	}
}
