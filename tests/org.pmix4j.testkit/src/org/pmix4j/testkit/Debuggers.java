// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.util.List;

/** The debug adapters that tests use. A missing one fails the test if CI=true; otherwise the test is aborted with the reason. */
public enum Debuggers {
	/** LLDB of this machine. */
	LLDB("lldb-vscode-14") {
		@Override
		public List<String> command() {
			return List.of(Peers.installed("lldb-vscode-14").toString());
		}
	},
	/** GDB of the Debian 13 tree, because that of Debian 12 is not an adapter. */
	GDB("gdb") {
		@Override
		public List<String> command() {
			return Peers.trixie(List.of("gdb", "--quiet", "--interpreter=dap"));
		}
	};

	private final String title;

	Debuggers(String title) {
		this.title = title;
	}

	/** @return the name of the program */
	public String title() {
		return title;
	}

	/** @return the command that starts the adapter */
	public abstract List<String> command();
}
