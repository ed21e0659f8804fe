// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

	/** The address alone does not tell the release, but the server has announced both, in a file or in the environment of its ranks. */
	@Test
	void open_byAddress_knowsTheRelease() throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT); PmixTool tool = open(ServerChoice.uri(host.uri()), here())) {
			assertThat(tool.serverVersion()).isEqualTo("7.0.0-pmix4j");
		}
		try (LocalHost host = host(); PmixTool unknown = open(ServerChoice.uri(host.uri()), here());
				PmixTool rank = open(ServerChoice.uri(host.uri()),
						Map.of("TMPDIR", here().get("TMPDIR"), "PMIX_SERVER_URI41", host.uri(), "PMIX_VERSION", "7.0.0-pmix4j"))) {
			assertThat(unknown.serverVersion()).isEqualTo("5.0.0");
			assertThat(rank.serverVersion()).isEqualTo("7.0.0-pmix4j");
		}
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

	@ParameterizedTest
	@ValueSource(strings = { "61", "51", "41", "4", "3" })
	void open_environmentNamesAServer_usesIt(String release) throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT);
				PmixTool tool = open(ServerChoice.ANY, Map.of("PMIX_SERVER_URI" + release, host.uri(), "TMPDIR", "/nowhere"))) {
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

	/** What others may leave in the directory, by the shell; $0 is the name of a file that a tool looks at. */
	private static final List<String> STRANGE = List.of("echo nonsense >$0", "mkfifo $0", "mkdir $0", "ln -s /etc/passwd $0",
			"ln -s nowhere $0", "echo x >$0; chmod 0 $0", "head -c 5000 /dev/zero >$0",
			"printf 'old.0;tcp4://127.0.0.1:1\\n4.2.2\\n1\\n0:0\\ntime\\n\\n' >$0",
			"printf 'old.0;tcp4://127.0.0.1:1\\nyesterday\\n1\\n0:0\\ntime\\n\\n' >$0", "printf 'old.0;tcp4://127.0.0.1:1\\n' >$0");

	private static String hostname() throws IOException {
		return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip().split("\\.")[0];
	}

	private void plant(String name) throws Exception {
		for (int i = 0; i < STRANGE.size(); i++) {
			String file = scratch.resolve(name.replace("N", Integer.toString(i + 1))).toString();
			assertThat(new ProcessBuilder("sh", "-c", STRANGE.get(i), file).inheritIO().start().waitFor()).isZero();
		}
	}

	@Test
	void open_strangeFilesBesideServer_findsTheServer() throws Exception {
		plant("pmix." + hostname() + ".tool.N");
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT)) {
			for (ServerChoice choice : List.of(ServerChoice.ANY, ServerChoice.SYSTEM_FIRST, ServerChoice.pid(PID))) {
				try (PmixTool tool = open(choice, here())) {
					assertThat(host.uri()).as(choice.toString()).startsWith(tool.server().nspace());
				}
			}
		}
	}

	@Test
	void open_strangeFilesAlone_areNamed() throws Exception {
		plant("pmix." + hostname() + ".tool.N");

		assertThatThrownBy(() -> open(ServerChoice.ANY, here())).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_UNREACH))
				.hasMessageContainingAll("no server of this user runs", scratch.toString(), "was not written by a server", "more such files");
	}

	@Test
	void open_strangeFileOfSystemServer_isNamedAndDoesNotStopASearch() throws Exception {
		for (int i = 0; i < STRANGE.size(); i++) {
			Path file = scratch.resolve("pmix.sys." + hostname());
			assertThat(new ProcessBuilder("sh", "-c", STRANGE.get(i), file.toString()).inheritIO().start().waitFor()).isZero();
			try (LocalHost host = host(ServerRole.TOOL_SUPPORT); PmixTool tool = open(ServerChoice.SYSTEM_FIRST, here())) {
				assertThat(host.uri()).as(STRANGE.get(i)).startsWith(tool.server().nspace());
				assertThatThrownBy(() -> open(ServerChoice.SYSTEM, here())).as(STRANGE.get(i)).isInstanceOf(PmixException.class)
						.hasMessageContaining(file.toString());
			}
			try (LocalHost host = host(ServerRole.SYSTEM); PmixTool tool = open(ServerChoice.SYSTEM, here())) {
				assertThat(host.uri()).as(STRANGE.get(i)).startsWith(tool.server().nspace());
			}
		}
	}

	@Test
	void query_ofATool_isAnswered() throws Exception {
		try (LocalHost host = host(ServerRole.TOOL_SUPPORT); PmixTool tool = open(ServerChoice.uri(host.uri()), here())) {
			assertThat(tool.query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY)).isEmpty()).isFalse();
		}
	}
}
