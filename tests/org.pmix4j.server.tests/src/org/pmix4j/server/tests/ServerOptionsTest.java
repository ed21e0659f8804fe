// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.options.ListenOptions;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;

/** Tests options read from the attributes of PMIx_server_init. */
class ServerOptionsTest {
	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private static final Map<String, String> NO_VARIABLES = Map.of();
	private static final Topology TOPOLOGY = new Topology("<topology/>", ByteObject.EMPTY);

	private static ServerOptions of(Info... infos) throws PmixException {
		return ServerOptions.from(Infos.of(infos), NO_VARIABLES);
	}

	private static <T> ServerOptions with(Attribute<T> attribute, T value) throws PmixException {
		return of(Info.of(attribute, value).required());
	}

	@Test
	void defaults_matchTheCLibrary() throws Exception {
		ServerOptions options = of();

		assertThat(options.identity()).isEqualTo(Proc.of("pmix-server", (int) ProcessHandle.current().pid()));
		assertThat(options.serverDirectory()).isEqualTo(Path.of("/tmp"));
		assertThat(options.systemDirectory()).isEqualTo(Path.of("/tmp"));
		assertThat(options.listen()).isEqualTo(ListenOptions.LOCAL);
		assertThat(options.roles()).isEmpty();
		assertThat(options.foreignTools()).isFalse();
		assertThat(options.hostname()).isNotEmpty().doesNotContain(".");
	}

	@Test
	void name_attribute_precedesVariable() throws Exception {
		Map<String, String> variables = Map.of("PMIX_SERVER_NAMESPACE", "other", "PMIX_SERVER_RANK", "7");

		assertThat(ServerOptions.from(Infos.EMPTY, variables).identity()).isEqualTo(Proc.of("other", 7));
		assertThat(ServerOptions.from(Infos.EMPTY.with(ServerAttributes.SERVER_NSPACE, "mine").with(ServerAttributes.SERVER_RANK, Rank.of(2)),
				variables).identity()).isEqualTo(Proc.of("mine", 2));
	}

	@ParameterizedTest
	@CsvSource({ "'','','','','','','',/tmp,/tmp", "'','','','','','',/m,/m,/m", "'','','','','',/e,/m,/e,/e", "'','','','',/t,/e,/m,/t,/t",
			"'','',/s,'',/t,/e,/m,/t,/s", "'','',/s,/v,/t,/e,/m,/v,/s", "/a,'',/s,/v,/t,/e,/m,/v,/a", "/a,/b,/s,/v,/t,/e,/m,/b,/a" })
	void directories_areSearchedInOrderOfCLibrary(String server, String system, String serverVariable, String systemVariable,
			String tmpdir, String temp, String tmp, Path expectedSystem, Path expectedServer) throws Exception {
		Infos infos = Infos.EMPTY;
		infos = server.isEmpty() ? infos : infos.with(ServerAttributes.SERVER_TMPDIR, server);
		infos = system.isEmpty() ? infos : infos.with(ServerAttributes.SYSTEM_TMPDIR, system);
		ServerOptions options = ServerOptions.from(infos, Map.of("PMIX_SERVER_TMPDIR", serverVariable, "PMIX_SYSTEM_TMPDIR", systemVariable,
				"TMPDIR", tmpdir, "TEMP", temp, "TMP", tmp));

		assertThat(options.serverDirectory()).isEqualTo(expectedServer);
		assertThat(options.systemDirectory()).isEqualTo(expectedSystem);
	}

	@ParameterizedTest
	@EnumSource
	void role_attribute_isRead(ServerRole role) throws Exception {
		assertThat(with(role.attribute(), true).roles()).isEqualTo(Set.of(role));
		assertThat(with(role.attribute(), false).roles()).isEmpty();
	}

	@Test
	void hostname_attribute_precedesVariable() throws Exception {
		assertThat(ServerOptions.from(Infos.EMPTY, Map.of("PMIX_HOSTNAME", "other.domain")).hostname()).isEqualTo("other.domain");
		assertThat(with(NodeAttributes.HOSTNAME, "mine").hostname()).isEqualTo("mine");
		assertThat(with(NodeAttributes.HOSTNAME_KEEP_FQDN, true).hostname()).isNotEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PMIX_LAUNCHER_RENDEZVOUS_FILE", "PMIX_LAUNCHER_RNDZ_FILE" })
	void launcherFile_attribute_precedesVariable(String variable) throws Exception {
		assertThat(ServerOptions.from(Infos.EMPTY, Map.of(variable, "/other")).launcherFile()).contains(Path.of("/other"));
		assertThat(with(ToolAttributes.LAUNCHER_RENDEZVOUS_FILE, "/mine").launcherFile()).contains(Path.of("/mine"));
	}

	@Test
	void switches_areRead() throws Exception {
		assertThat(with(ServerAttributes.SERVER_ALLOW_FOREIGN_TOOLS, true).foreignTools()).isTrue();
		assertThat(with(SessionDirectoryAttributes.TDIR_RMCLEAN, true).hostRemovesDirectories()).isTrue();
		assertThat(of().monitoring()).isTrue();
		assertThat(with(ServerAttributes.SERVER_ENABLE_MONITORING, false).monitoring()).isFalse();
		assertThat(with(InitAttributes.TCP_REPORT_URI, "+").reportUri()).contains("+");
		assertThat(with(ServerAttributes.SERVER_REMOTE_CONNECTIONS, true).listen().remote()).isTrue();
		assertThat(of().localOutput()).isFalse();
		assertThat(with(IofAttributes.IOF_LOCAL_OUTPUT, true).localOutput()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix.srv.strtime", "pmix.srvr.strtime" })
	void startTime_bothSpellings_areRead(String key) throws Exception {
		assertThat(of(Info.of(key, new PmixValue.Str("then\n")).required()).startTime()).contains("then");
	}

	@Test
	void singleton_isNamedByNamespaceAndRank() throws Exception {
		assertThat(with(InitAttributes.SINGLETON, "single.1234.0").singleton()).contains(Proc.of("single.1234", 0));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> with(InitAttributes.SINGLETON, "single"))
				.withMessageContaining("'single' does not consist of a namespace, a dot and a rank");
	}

	@Test
	void families_ipv6_isOffByDefault() throws Exception {
		assertThat(with(InitAttributes.TCP_DISABLE_IPV6, false).listen()).isEqualTo(ListenOptions.LOCAL.withFamilies(true, true));
		assertThat(with(InitAttributes.TCP_DISABLE_IPV6, true).listen()).isEqualTo(ListenOptions.LOCAL);
		assertThat(with(InitAttributes.TCP_DISABLE_IPV4, true).listen()).isEqualTo(ListenOptions.LOCAL.withFamilies(false, true));
		assertThatExceptionOfType(PmixException.class).isThrownBy(
				() -> of(Info.of(InitAttributes.TCP_DISABLE_IPV4, true), Info.of(InitAttributes.TCP_DISABLE_IPV6, true)))
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void interfaces_areLists() throws Exception {
		assertThat(with(InitAttributes.TCP_IF_INCLUDE, "eth0, 10.0.0.0/8").listen().include()).containsExactly("eth0", "10.0.0.0/8");
		assertThat(with(InitAttributes.TCP_IF_EXCLUDE, "eth0,").listen().exclude()).containsExactly("eth0");
	}

	@Test
	void ports_areNumbersOrLists() throws Exception {
		assertThat(with(InitAttributes.TCP_IPV4_PORT, 5000).listen().ipv4Ports()).containsExactly(5000);
		assertThat(with(InitAttributes.TCP_IPV6_PORT, 5001).listen().ipv6Ports()).containsExactly(5001);
		assertThat(ports("5000-5002,6000")).containsExactly(5000, 5001, 5002, 6000);
		assertThat(ports("-1")).containsExactly(0);
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> ports("http")).withMessageContaining("PMIX_TCP_IPV4_PORT");
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> ports("70000")).withMessageContaining("70000");
	}

	private static List<Integer> ports(String text) throws PmixException {
		return of(Info.of("pmix.tcp.ipv4", new PmixValue.Str(text)).required()).listen().ipv4Ports();
	}

	@Test
	void topology_givenAndRequested_isShared() throws Exception {
		Info given = Info.of(TopologyAttributes.TOPOLOGY2, TOPOLOGY).required();
		assertThat(of(given).sharedTopology()).isEmpty();
		assertThat(of(given, Info.of(ServerAttributes.SERVER_SHARE_TOPOLOGY, true).required()).sharedTopology()).contains(TOPOLOGY);
	}

	@Test
	void topology_missing_isNotShared() throws Exception {
		assertThat(of(Info.of(ServerAttributes.SERVER_SHARE_TOPOLOGY, true)).sharedTopology()).isEmpty();
		assertRefused(Info.of(ServerAttributes.SERVER_SHARE_TOPOLOGY, true));
	}

	@Test
	void attribute_alwaysFulfilled_mayBeRequired() throws Exception {
		of(Info.of(InitAttributes.SINGLE_LISTENER, true).required(), Info.of(InitAttributes.USOCK_DISABLE, true).required(),
				Info.of(InitAttributes.ALLOW_CLIENT_CLONES, true).required());
		assertRefused(Info.of(InitAttributes.USOCK_DISABLE, false));
	}

	@Test
	void attribute_withoutEffect_isIgnoredUnlessRequired() throws Exception {
		for (Info info : List.of(Info.of(InitAttributes.SOCKET_MODE, 0700), Info.of(InitAttributes.EXTERNAL_PROGRESS, true),
				Info.of(InitAttributes.EVENT_BASE, new PmixValue.Size(1)), Info.of(InitAttributes.BIND_PROGRESS_THREAD, "0"),
				Info.of("my.own.key", new PmixValue.Str("x")))) {
			of(info);
			assertThat(log.warnings()).last().asString().contains(KnownAttributes.nameOf(info.key())).contains("has no effect");
			assertRefused(info);
		}
	}

	@Test
	void pinning_required_isRefused() throws Exception {
		Info pinning = Info.of(InitAttributes.BIND_PROGRESS_THREAD, "0");
		of(pinning);
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> of(pinning, Info.of(InitAttributes.BIND_REQUIRED, true)))
				.withMessageContaining(pinning.key());
	}

	@Test
	void value_ofTheWrongType_namesTheAttribute() {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> of(Info.of("pmix.srv.nspace", new PmixValue.Size(3))))
				.withMessageContaining("PMIX_SERVER_NSPACE").satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_BAD_PARAM));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> with(ServerAttributes.SERVER_NSPACE, "a.b"))
				.withMessageContaining("a.b");
	}

	private static void assertRefused(Info info) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> of(info.required())).withMessageContaining(info.key())
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_SUPPORTED));
	}
}
