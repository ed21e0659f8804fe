// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests how a tool finds its server, in every way that the Standard names. */
class ServerSearchTest {
	private static final long PID = ProcessHandle.current().pid();

	@TempDir
	private Path scratch;

	private PmixTool open(ServerChoice choice, Map<String, String> environment) throws PmixException {
		return PmixTool.open(ToolOptions.of(choice).withEnvironment(environment));
	}

	private Map<String, String> here() {
		return Map.of("PMIX_SYSTEM_TMPDIR", scratch.toString(), "TMPDIR", scratch.toString());
	}

	private LocalHost host(ServerRole... roles) throws Exception {
		return LocalHost.start(HostOptions.defaults().withDirectory(scratch).withRoles(Set.of(roles)));
	}

	@Test
	void open_everyChoice_findsTheServer() throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT, ServerRole.SESSION, ServerRole.SYSTEM)) {
			String nspace = host.uri().substring(0, host.uri().indexOf(".0;"));
			for (ServerChoice choice : List.of(ServerChoice.ANY, ServerChoice.SYSTEM, ServerChoice.SYSTEM_FIRST, ServerChoice.pid(PID),
					ServerChoice.nspace(nspace), ServerChoice.uri(host.uri()))) {
				try (PmixTool tool = open(choice, here())) {
					assertThat(tool.server().nspace()).as(choice.toString()).isEqualTo(nspace);
					assertThat(tool.proc().nspace()).isNotEqualTo(nspace);
				}
			}
		}
	}

	@Test
	void open_environmentNamesAServer_usesIt() throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT);
				PmixTool tool = open(ServerChoice.ANY, Map.of("PMIX_SERVER_URI41", host.uri(), "TMPDIR", "/nowhere"))) {
			assertThat(host.uri()).startsWith(tool.server().nspace());
		}
	}

	@Test
	void open_noServer_isUnreachable() {
		for (ServerChoice choice : List.of(ServerChoice.ANY, ServerChoice.SYSTEM, ServerChoice.SCHEDULER, ServerChoice.CONTROLLER,
				ServerChoice.pid(PID), ServerChoice.nspace("nobody"), ServerChoice.file(scratch.resolve("missing")))) {
			assertThatThrownBy(() -> open(choice, here())).as(choice.toString())
					.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_UNREACH));
		}
	}

	@Test
	void open_longerPid_isNotTaken() throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT)) {
			assertThat(host.uri()).isNotEmpty();
			assertThatThrownBy(() -> open(ServerChoice.pid(PID / 10), here())).isInstanceOf(PmixException.class);
		}
	}

	@Test
	void open_fileWithoutAnAddress_isMalformed() throws Exception {
		Path file = Files.writeString(scratch.resolve("file"), "nonsense\n");

		assertThatThrownBy(() -> open(ServerChoice.file(file), here()))
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void query_ofATool_isAnswered() throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT); PmixTool tool = open(ServerChoice.uri(host.uri()), here())) {
			assertThat(tool.query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY)).isEmpty()).isFalse();
		}
	}
}
