// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String main_name = "";
	public static String main_message = "";
	public static String main_kind = "";
	public static String main_kindExecutable = "";
	public static String main_kindJava = "";
	public static String main_program = "";
	public static String main_programHint = "";
	public static String main_workspace = "";
	public static String main_fileSystem = "";
	public static String main_variables = "";
	public static String main_chooseProgram = "";
	public static String main_chooseProgramMessage = "";
	public static String main_project = "";
	public static String main_browse = "";
	public static String main_chooseProject = "";
	public static String main_chooseProjectMessage = "";
	public static String main_mainType = "";
	public static String main_search = "";
	public static String main_chooseType = "";
	public static String main_chooseTypeMessage = "";
	public static String main_noType = "";
	public static String main_vmArguments = "";
	public static String main_ranks = "";
	public static String main_processors = "";
	public static String main_arguments = "";
	public static String main_argumentVariables = "";

	public static String pmix_name = "";
	public static String pmix_sessionDirectory = "";
	public static String pmix_sessionDirectoryHint = "";
	public static String pmix_browse = "";
	public static String pmix_chooseDirectory = "";
	public static String pmix_chooseDirectoryMessage = "";
	public static String pmix_output = "";
	public static String pmix_tag = "";
	public static String pmix_tagNone = "";
	public static String pmix_tagRank = "";
	public static String pmix_tagJob = "";
	public static String pmix_tagDetailed = "";
	public static String pmix_stdin = "";
	public static String pmix_stdinAll = "";
	public static String pmix_stdinNone = "";
	public static String pmix_limits = "";
	public static String pmix_timeout = "";
	public static String pmix_timeoutUnit = "";
	public static String pmix_failure = "";
	public static String pmix_terminate = "";
	public static String pmix_continue = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.tabs.messages", Messages.class);
	}

	private Messages() {
	}
}
