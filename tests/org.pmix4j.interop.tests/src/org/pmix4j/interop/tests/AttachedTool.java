// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.nio.file.Path;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** A host in this JVM and a tool that is attached to it, both new for each test of a subclass. */
abstract class AttachedTool {
	@TempDir
	private Path scratch;
	private LocalHost host;
	/** The tool. */
	protected PmixTool tool;

	@BeforeEach
	void open() throws Exception {
		host = LocalHost.start(HostOptions.defaults().withDirectory(scratch).withRoles(Set.of(ServerRole.TOOL_SUPPORT)));
		tool = PmixTool.open(ToolOptions.of(ServerChoice.uri(host.uri())));
	}

	@AfterEach
	void close() {
		tool.close();
		host.close();
	}
}
