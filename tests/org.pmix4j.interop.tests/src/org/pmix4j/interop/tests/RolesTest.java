// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.HostOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Peers;

/** Tests servers in each role together with tools and servers of the C library. */
class RolesTest {
	/** Accepts every tool or none. */
	private record ToolHost(boolean welcoming) implements PmixHost {
		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			return welcoming ? CompletableFuture.completedFuture(Proc.of("given", 0)) : PmixHost.super.toolConnected(infos);
		}
	}

	private final Path folder;

	RolesTest(@TempDir Path folder) {
		this.folder = folder;
	}

	private Infos announced(ServerRole... roles) {
		Infos infos = Infos.EMPTY.with(ServerAttributes.SERVER_NSPACE, "announced").with(ServerAttributes.SYSTEM_TMPDIR, folder + "/system")
				.with(ServerAttributes.SERVER_TMPDIR, folder + "/session").with(ServerAttributes.SERVER_RANK, Rank.of(0));
		for (ServerRole role : roles) {
			infos = infos.with(role.attribute(), true);
		}
		return infos;
	}

	private static PmixServer open(Infos infos) throws PmixException {
		return PmixServer.open(ServerOptions.from(infos, Map.of()), new ToolHost(true));
	}

	/** Returns the server's files without port, process id and time, which differ between servers. */
	private Map<String, String> files(long pid) throws IOException {
		Map<String, String> found = new TreeMap<>();
		try (Stream<Path> all = Files.walk(folder)) {
			for (Path file : all.filter(Files::isRegularFile).toList()) {
				String text = Files.readString(file).replaceFirst(":\\d+\n", ":PORT\n")
						.replaceFirst("\n(4\\.2\\.2(rc2)?|7\\.0\\.0-pmix4j)\n", "\nVERSION\n")
						.replaceFirst("\n" + pid + "\n", "\nPID\n").replaceFirst("[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d [\\d:]{8} \\d{4}\n", "CTIME\n")
						// the start of the process, which only tools of PMIx4J read
						.replaceFirst("\n\n\\d+\n$", "\n\n");
				found.put(folder.relativize(file).toString().replaceFirst("\\." + pid + "$", ".PID"), text);
			}
		}
		return found;
	}

	@Test
	void files_matchTheCLibrary() throws Exception {
		Map<String, String> theirs;
		try (AnnouncedCServer server = AnnouncedCServer.start(folder, "system", "session", "tool")) {
			theirs = files(server.pid());
		}
		assertThat(theirs).hasSize(4);
		try (PmixServer server = open(announced(ServerRole.SYSTEM, ServerRole.SESSION, ServerRole.TOOL_SUPPORT))) {
			assertThat(files(ProcessHandle.current().pid())).isEqualTo(theirs);
		}
		assertThat(files(0)).isEmpty();
	}

	/** Each word is a variable that names the directory of the same name. */
	@ParameterizedTest
	@ValueSource(strings = { "TMPDIR", "TMPDIR,PMIX_SYSTEM_TMPDIR",
			"TMPDIR,PMIX_SERVER_TMPDIR", "TMPDIR,PMIX_SYSTEM_TMPDIR,PMIX_SERVER_TMPDIR" })
	void places_byTheEnvironment_matchTheCLibrary(String variables) throws Exception {
		Map<String, String> environment = new TreeMap<>();
		for (String variable : variables.split(",")) {
			environment.put(variable, Files.createDirectory(folder.resolve(variable)).toString());
		}
		Map<String, String> theirs;
		try (AnnouncedCServer server = AnnouncedCServer.start(folder, environment, "environment", "system", "session")) {
			theirs = files(server.pid());
		}
		HostOptions options = HostOptions.defaults().withDirectory(HostOptions.sessionDirectory(environment));

		assertThat(theirs.keySet()).allMatch(name -> folder.resolve(name).getParent()
				.equals(name.contains("pmix.sys.") ? options.systemDirectory(environment) : options.directory()));
		assertThat(theirs.keySet()).anyMatch(name -> name.contains("pmix.sys."));
	}

	@Test
	void file_ofARunningCServer_isKept() throws Exception {
		try (AnnouncedCServer server = AnnouncedCServer.start(folder, "system")) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> open(announced(ServerRole.SYSTEM)))
					.withMessageContaining("process " + server.pid()).withMessageContaining(folder + "/system/pmix.sys.")
					.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_EXISTS));
		}
	}

	@Test
	void file_ofAKilledCServer_isReplaced() throws Exception {
		try (AnnouncedCServer server = AnnouncedCServer.start(folder, "system")) {
			server.kill();
			try (PmixServer successor = open(announced(ServerRole.SYSTEM))) {
				assertThat(tool("--system", "--wanted", "announced")).contains("pmix_tool 0/1 ok as given");
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "SYSTEM,--system", "SESSION,''", "TOOL_SUPPORT,--nspace announced", "TOOL_SUPPORT,--pid", "TOOL_SUPPORT,''" })
	void tool_findsTheServerByItsRole(ServerRole role, String how) throws Exception {
		try (PmixServer server = open(announced(role))) {
			List<String> arguments = new ArrayList<>(how.isEmpty() ? List.of() : List.of(how.split(" ")));
			if (how.equals("--pid")) {
				arguments.add(Long.toString(ProcessHandle.current().pid()));
			}
			assertThat(tool(role == ServerRole.SYSTEM ? folder.resolve("system") : folder, arguments)).contains("pmix_tool 0/1 ok as given");
		}
	}

	@ParameterizedTest
	@CsvSource({ "PMIX_SERVER_TOOL_SUPPORT,TOOL_SUPPORT,pmix", "PMIX_SERVER_SESSION_SUPPORT,SESSION,pmix",
			"PMIX_SERVER_SYSTEM_SUPPORT,SYSTEM,pmix.sys", "PMIX_SERVER_SCHEDULER,SCHEDULER,pmix.sched",
			"PMIX_SERVER_SYS_CONTROLLER,SYSTEM_CONTROLLER,pmix.sysctrlr", "PMIX_SERVER_GATEWAY,GATEWAY," })
	void attribute_ofRole_givesRoleAndItsFile(String attribute, ServerRole role, @Nullable String file) throws Exception {
		Infos infos = announced().with(Info.of(KnownAttributes.byName(attribute).orElseThrow().key(), PmixValue.Bool.TRUE));
		assertThat(ServerOptions.from(infos, Map.of()).roles()).containsExactly(role);
		try (PmixServer server = open(infos)) {
			assertThat(files(0).keySet().stream().map(name -> name.replaceFirst(".*/", ""))).allMatch(name -> file != null && name.startsWith(file));
			assertThat(files(0).isEmpty()).isEqualTo(file == null);
		}
	}

	@Test
	void tool_refusedByTheHost_ends() throws Exception {
		ServerOptions options = ServerOptions.from(announced(ServerRole.SYSTEM), Map.of());
		try (PmixServer server = PmixServer.open(options, new ToolHost(false))) {
			assertThat(tool("--system", "--refused")).contains("pmix_tool 0/1 ok as nobody");
		}
	}

	@Test
	void tool_findsServerAtChosenPortAndInterface() throws Exception {
		int port;
		try (ServerSocket free = new ServerSocket(0)) {
			port = free.getLocalPort();
		}
		Infos infos = announced(ServerRole.SYSTEM).with(InitAttributes.TCP_IF_INCLUDE, "127.0.0.0/8").with(InitAttributes.TCP_IPV4_PORT, port);
		try (PmixServer server = open(infos)) {
			assertThat(server.uri()).endsWith("127.0.0.1:" + port);
			assertThat(tool("--system", "--wanted", "announced")).contains("pmix_tool 0/1 ok as given");
		}
	}

	@Test
	void uri_inAFile_isReadByTools() throws Exception {
		Infos infos = announced().with(InitAttributes.TCP_REPORT_URI, folder + "/uri");
		try (PmixServer server = open(infos)) {
			assertThat(tool("--uri", "file:" + folder + "/uri")).contains("pmix_tool 0/1 ok as given");
		}
	}

	private String tool(String... arguments) throws Exception {
		return tool(folder.resolve("system"), List.of(arguments));
	}

	private static String tool(Path temporary, List<String> arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of(Peers.c("pmix_tool").toString()));
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("TMPDIR", temporary.toString());
		builder.environment().put("PEER_LIMIT", "600");
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes());
		process.waitFor();
		return output;
	}
}
