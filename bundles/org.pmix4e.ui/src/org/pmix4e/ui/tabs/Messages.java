// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tabs;

import org.eclipse.osgi.util.NLS;

/** The texts of this package; see messages.properties. */
final class Messages extends NLS {
	static String main_name;
	static String main_message;
	static String main_kind;
	static String main_kindExecutable;
	static String main_kindJava;
	static String main_program;
	static String main_programHint;
	static String main_workspace;
	static String main_fileSystem;
	static String main_variables;
	static String main_chooseProgram;
	static String main_chooseProgramMessage;
	static String main_project;
	static String main_browse;
	static String main_chooseProject;
	static String main_chooseProjectMessage;
	static String main_mainType;
	static String main_search;
	static String main_chooseType;
	static String main_chooseTypeMessage;
	static String main_noType;
	static String main_vmArguments;
	static String main_ranks;
	static String main_processors;
	static String main_arguments;
	static String main_argumentVariables;

	static String pmix_name;
	static String pmix_sessionDirectory;
	static String pmix_sessionDirectoryHint;
	static String pmix_browse;
	static String pmix_chooseDirectory;
	static String pmix_chooseDirectoryMessage;
	static String pmix_output;
	static String pmix_tag;
	static String pmix_tagNone;
	static String pmix_tagRank;
	static String pmix_tagJob;
	static String pmix_tagDetailed;
	static String pmix_stdin;
	static String pmix_stdinAll;
	static String pmix_stdinNone;
	static String pmix_limits;
	static String pmix_timeout;
	static String pmix_timeoutUnit;
	static String pmix_failure;
	static String pmix_terminate;
	static String pmix_continue;

	static {
		NLS.initializeMessages("org.pmix4e.ui.tabs.messages", Messages.class);
	}

	private Messages() {
	}
}
