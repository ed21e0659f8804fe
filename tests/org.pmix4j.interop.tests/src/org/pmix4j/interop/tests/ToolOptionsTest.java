// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolIdentity;
import org.pmix4j.tool.options.ToolOptions;

/** Tests how the attributes of PMIx_tool_init become options of a tool. */
class ToolOptionsTest {
	private static final String URI = "server.0;tcp4://127.0.0.1:1";

	private static ToolOptions read(Infos infos) throws PmixException {
		return ToolOptions.from(infos, Map.of());
	}

	private static ServerChoice server(Infos infos) throws PmixException {
		return read(infos).server();
	}

	private static void refused(Infos infos, Map<String, String> environment, String part) {
		assertThatThrownBy(() -> ToolOptions.from(infos, environment)).hasMessageContaining(part)
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void from_nothing_searchesForAnyServer() throws PmixException {
		ToolOptions options = read(Infos.EMPTY);

		assertThat(options.server()).isEqualTo(ServerChoice.ANY);
		assertThat(options.identity()).isEqualTo(ToolIdentity.ASSIGNED);
		assertThat(options.optional()).isFalse();
		assertThat(options.findLimit()).isZero();
	}

	@Test
	void from_eachWayToNameAServer_isRead() throws PmixException {
		assertThat(server(Infos.EMPTY.with(ToolAttributes.SERVER_URI, URI))).isEqualTo(ServerChoice.uri(URI));
		assertThat(server(Infos.EMPTY.with(InitAttributes.TCP_URI, URI))).isEqualTo(ServerChoice.uri(URI));
		assertThat(server(Infos.EMPTY.with(ToolAttributes.SERVER_URI, "file:/a"))).isEqualTo(ServerChoice.file(Path.of("/a")));
		assertThat(server(Infos.EMPTY.with(ToolAttributes.TOOL_ATTACHMENT_FILE, "/a"))).isEqualTo(ServerChoice.file(Path.of("/a")));
		assertThat(server(Infos.EMPTY.with(ToolAttributes.SERVER_PIDINFO, 12))).isEqualTo(ServerChoice.pid(12));
		assertThat(server(Infos.EMPTY.with(ServerAttributes.SERVER_NSPACE, "dvm"))).isEqualTo(ServerChoice.nspace("dvm"));
		assertThat(server(Infos.EMPTY.with(ToolAttributes.CONNECT_TO_SYSTEM, true))).isEqualTo(ServerChoice.SYSTEM);
		assertThat(server(Infos.EMPTY.with(ToolAttributes.CONNECT_TO_SCHEDULER, true))).isEqualTo(ServerChoice.SCHEDULER);
		assertThat(server(Infos.EMPTY.with(ToolAttributes.CONNECT_TO_SYS_CONTROLLER, true))).isEqualTo(ServerChoice.CONTROLLER);
		assertThat(server(Infos.EMPTY.with(ToolAttributes.TOOL_DO_NOT_CONNECT, true))).isEqualTo(ServerChoice.NONE);
	}

	@Test
	void from_severalWays_theMostExactCounts() throws PmixException {
		Infos infos = Infos.EMPTY.with(ServerAttributes.SERVER_NSPACE, "dvm").with(ToolAttributes.SERVER_PIDINFO, 12);
		assertThat(server(infos)).isEqualTo(ServerChoice.pid(12));
		infos = infos.with(ToolAttributes.CONNECT_SYSTEM_FIRST, true);
		assertThat(server(infos)).isEqualTo(ServerChoice.firstOf(ServerChoice.SYSTEM, ServerChoice.pid(12)));
		infos = infos.with(ToolAttributes.CONNECT_TO_SYSTEM, true);
		assertThat(server(infos)).isEqualTo(ServerChoice.SYSTEM);
		infos = infos.with(ToolAttributes.TOOL_ATTACHMENT_FILE, "/a");
		assertThat(server(infos)).isEqualTo(ServerChoice.file(Path.of("/a")));
		infos = infos.with(ToolAttributes.SERVER_URI, URI);
		assertThat(server(infos)).isEqualTo(ServerChoice.uri(URI));
	}

	@Test
	void from_connectionOrder_isAListOfNames() throws PmixException {
		assertThat(server(Infos.EMPTY.with(ToolAttributes.CONNECTION_ORDER, "PMIX_CONNECT_TO_SCHEDULER,PMIX_CONNECT_TO_SYSTEM")))
				.isEqualTo(ServerChoice.firstOf(ServerChoice.SCHEDULER, ServerChoice.SYSTEM));
		assertThat(server(Infos.EMPTY.with(ToolAttributes.CONNECTION_ORDER, "PMIX_CONNECT_SYSTEM_FIRST")))
				.isEqualTo(ServerChoice.firstOf(ServerChoice.SYSTEM, ServerChoice.ANY));
		refused(Infos.EMPTY.with(ToolAttributes.CONNECTION_ORDER, "PMIX_NOTHING"), Map.of(), "PMIX_CONNECTION_ORDER contains 'PMIX_NOTHING'");
	}

	@Test
	void from_limits_areRead() throws PmixException {
		ToolOptions options = read(Infos.EMPTY.with(ToolAttributes.CONNECT_MAX_RETRIES, 3).with(ToolAttributes.CONNECT_RETRY_DELAY, 2)
				.with(KeyValueAttributes.TIMEOUT, 5).with(ToolAttributes.TOOL_CONNECT_OPTIONAL, true));

		assertThat(options.findLimit()).isEqualTo(Duration.ofSeconds(6));
		assertThat(options.connectLimit()).isEqualTo(Duration.ofSeconds(5));
		assertThat(options.optional()).isTrue();
	}

	@Test
	void from_directories_replaceThoseOfTheEnvironment() throws PmixException {
		ToolOptions options = ToolOptions.from(
				Infos.EMPTY.with(ServerAttributes.SYSTEM_TMPDIR, "/system").with(ServerAttributes.SERVER_TMPDIR, "/server"),
				Map.of("PMIX_SYSTEM_TMPDIR", "/other", "A", "b"));

		assertThat(options.environment()).containsOnly(Map.entry("PMIX_SYSTEM_TMPDIR", "/system"), Map.entry("PMIX_SERVER_TMPDIR", "/server"),
				Map.entry("A", "b"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.job.size", "pmix.nothing", "foo.bar" })
	void from_requiredWithoutEffect_isRefusedByName(String key) throws PmixException {
		Info info = Info.of(key, new PmixValue.UInt32(4));

		assertThat(read(Infos.of(info)).identity().infos().list()).as("optional, for the server").containsExactly(info);
		assertThatThrownBy(() -> read(Infos.of(info.required()))).hasMessageContaining(KnownAttributes.nameOf(key))
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
	}

	/** A tool that begins has no server; false asks for nothing. */
	@Test
	void from_reconnection_isRefusedByName() throws PmixException {
		assertThatThrownBy(() -> read(Infos.EMPTY.with(ToolAttributes.RECONNECT_SERVER, true)))
				.hasMessageContaining("PMIX_RECONNECT_SERVER")
				.isInstanceOfSatisfying(PmixException.class, failure -> assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
		assertThat(read(Infos.EMPTY.with(ToolAttributes.RECONNECT_SERVER, false)).identity().infos().list()).isEmpty();
	}

	@Test
	void from_requiredDescription_isForTheServer() throws PmixException {
		Info name = Info.of(JobAttributes.CMD_LINE, "debugger -x").required();

		assertThat(read(Infos.of(name)).identity().infos().list()).containsExactly(name);
	}

	@Test
	void from_identity_hasBothPartsOrNone() throws PmixException {
		Infos nspace = Infos.EMPTY.with(ToolAttributes.TOOL_NSPACE, "mine");

		assertThat(read(nspace.with(ToolAttributes.TOOL_RANK, 3)).identity()).isEqualTo(ToolIdentity.of(Proc.of("mine", 3)));
		assertThat(read(nspace.with(Info.of("pmix.tool.rank", Rank.of(3)))).identity()).isEqualTo(ToolIdentity.of(Proc.of("mine", 3)));
		refused(nspace, Map.of(), "PMIX_TOOL_NSPACE and PMIX_TOOL_RANK");
		refused(Infos.EMPTY.with(ToolAttributes.TOOL_RANK, 3), Map.of(), "PMIX_TOOL_NSPACE and PMIX_TOOL_RANK");
	}

	@Test
	void from_environmentOfARank_isItsIdentity() throws PmixException {
		Map<String, String> environment = Map.of("PMIX_NAMESPACE", "job", "PMIX_RANK", "2");

		assertThat(ToolOptions.from(Infos.EMPTY, environment).identity()).isEqualTo(ToolIdentity.started(Proc.of("job", 2)));
		assertThat(ToolOptions.from(Infos.EMPTY.with(ToolAttributes.TOOL_NSPACE, "mine").with(ToolAttributes.TOOL_RANK, 3), environment)
				.identity()).isEqualTo(ToolIdentity.of(Proc.of("mine", 3)));
		refused(Infos.EMPTY, Map.of("PMIX_NAMESPACE", "job"), "one is missing");
		refused(Infos.EMPTY, Map.of("PMIX_RANK", "2"), "one is missing");
		refused(Infos.EMPTY, Map.of("PMIX_NAMESPACE", "job", "PMIX_RANK", "x"), "PMIX_RANK");
	}

	@Test
	void from_otherAttributes_areSentToTheServer() throws PmixException {
		ToolIdentity identity = read(Infos.EMPTY.with(ToolAttributes.LAUNCHER, true).with(ToolAttributes.SERVER_URI, URI)
				.with(IofAttributes.FWD_STDOUT, true)).identity();

		assertThat(identity.launcher()).isTrue();
		assertThat(identity.infos()).isEqualTo(Infos.EMPTY.with(IofAttributes.FWD_STDOUT, true));
	}
}
