// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Compares queries that need no server with those of libpmix. Of PMIX_QUERY_ATTRIBUTE_SUPPORT, libpmix 5.0.7 answers a tool only
 * PMIX_TOOL_FUNCTIONS, and 4.2.2 crashes.
 */
class LocalQueriesTest {
	@TempDir
	private Path directory;

	private static List<String> library(String release) {
		Path program = release.equals("4.2.2") ? Peers.c("pmix_local_queries") : Peers.trixie("pmix_local_queries");
		return List.of(program.toString());
	}

	private List<String> ask(String release, String... question) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(library(release));
		command.addAll(List.of(question));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("PMIX_SYSTEM_TMPDIR", directory.toString());
		Path output = Files.createTempFile("pmix4j", ".txt");
		Process process = builder.redirectOutput(output.toFile()).start();
		boolean ended = Await.ends(process);
		process.destroyForcibly();
		String text = Files.readString(output, StandardCharsets.UTF_8);
		Files.delete(output);
		assertThat(ended && process.exitValue() == 0).as("%s\n%s", command, text).isTrue();
		return text.lines().filter(line -> !line.isEmpty()).toList();
	}

	private Infos ask(Query query) throws PmixException {
		Map<String, String> environment = Map.of("PMIX_SYSTEM_TMPDIR", directory.toString());
		try (PmixTool tool = PmixTool.open(ToolOptions.of(ServerChoice.NONE).withEnvironment(environment))) {
			return tool.query(query);
		}
	}

	private static Query query(String key, Info... qualifiers) {
		return new Query(List.of(key), Infos.of(qualifiers));
	}

	/** Shows values as {@code pmix_local_queries.c} does. */
	private static List<String> lines(String path, Infos infos) {
		List<String> lines = new ArrayList<>();
		for (Info info : infos) {
			String place = path + "/" + info.key();
			if (info.value() instanceof DataArray array) {
				for (PmixValue element : array.elements()) {
					if (element instanceof Info inner) {
						lines.addAll(lines(place, Infos.of(inner)));
					} else if (element instanceof RegisteredAttribute attribute) {
						lines.add(place + " REGATTR " + attribute.name());
					}
				}
			} else if (info.value() instanceof PmixValue.Str text) {
				lines.add(place + " STRING " + text.value());
			} else if (info.value() instanceof Rank rank) {
				lines.add(place + " RANK " + rank);
			} else {
				lines.add(place + " NUMBER " + number(info.value()));
			}
		}
		return lines;
	}

	private static long number(PmixValue value) {
		return value instanceof PmixValue.Pid pid ? pid.value() : ((PmixValue.UInt32) value).value();
	}

	private void announce(String file, String... lines) throws IOException {
		Path path = directory.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, String.join("\n", lines) + "\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "4.2.2", "5.0.7" })
	void availableServers_areThoseOfTheLibrary(String release) throws Exception {
		String pid = Long.toString(ProcessHandle.current().pid());
		// a file is a server's only while its address is listened on
		try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
				ServerSocket second = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			announce("session/pmix.host.tool." + pid, "first.1;tcp4://127.0.0.1:" + first.getLocalPort(), "v5.0.7", pid, "0:7",
					"Mon Nov 23 06:00:00 2026");
			announce("pmix.sys.host", "second.0;tcp4://127.0.0.1:" + second.getLocalPort(), "v4.2.2");

			List<String> ours = lines("", ask(query(QueryAttributes.QUERY_AVAIL_SERVERS.key())));

			assertThat(ours).hasSize(10).containsExactlyInAnyOrderElementsOf(ask(release, QueryAttributes.QUERY_AVAIL_SERVERS.key()));
		}
	}

	@Test
	void availableServers_none_isNotFound() {
		assertThatThrownBy(() -> ask(query(QueryAttributes.QUERY_AVAIL_SERVERS.key()))).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_FOUND));
	}

	/** Release 4.2.2 says 0.0, since its interface was not stable yet. */
	@Test
	void interfaceVersions_areThoseOfLibpmix5() throws Exception {
		for (Attribute<String> key : List.of(QueryAttributes.QUERY_STABLE_ABI_VERSION, QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION)) {
			assertThat(lines("", ask(query(key.key())))).hasSize(1).isEqualTo(ask("5.0.7", key.key()));
		}
	}

	@Test
	void functionsOfTools_haveTheShapeOfTheLibrary() throws Exception {
		String prefix = "/pmix.qry.attrs/pmix.tool.fns STRING PMIx_tool_init,PMIx_tool_finalize,";

		assertThat(ask("5.0.7", QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key(), QueryAttributes.TOOL_FUNCTIONS.key())).singleElement()
				.asString().startsWith(prefix);
		Query names = query(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key(), Info.of(QueryAttributes.TOOL_FUNCTIONS, ""));
		assertThat(lines("", ask(names))).singleElement().asString().startsWith(prefix);
	}

	@Test
	void query_thatNeedsAServer_saysSo() {
		assertThatThrownBy(() -> ask(query(QueryAttributes.QUERY_NAMESPACES.key()))).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_UNREACH)).hasMessageContaining("not attached to one");
	}
}
