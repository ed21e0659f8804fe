// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.connection.EnvironmentFinder;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.wire.internal.codec.Dialect;

class EnvironmentFinderTest {
	private static final String URI = "pmix.server.7;tcp4://127.0.0.1:4711";

	/** The variables that a server of release 4.2.2 sets. */
	private final Map<String, String> environment = new HashMap<>(Map.of("PMIX_NAMESPACE", "job@1", "PMIX_RANK", "3",
			"PMIX_SERVER_URI41", URI, "PMIX_SERVER_URI4", URI, "PMIX_SERVER_URI3", URI, "PMIX_SERVER_URI21", URI, "PMIX_SERVER_URI2", URI,
			"PMIX_SECURITY_MODE", "munge,native", "PMIX_VERSION", "4.2.2rc2", "PMIX_HOSTNAME", "node7"));

	private ServerContact found() throws PmixException {
		return new EnvironmentFinder(environment).find();
	}

	private PmixException failure() {
		return catchThrowableOfType(PmixException.class, this::found);
	}

	@Test
	void find_completeEnvironment_readsAllVariables() throws PmixException {
		ServerContact contact = found();

		assertThat(contact.self()).contains(Proc.of("job@1", 3));
		assertThat(contact.server()).isEqualTo(Proc.of("pmix.server", 7));
		assertThat(contact.address().toString()).isEqualTo("/127.0.0.1:4711");
		assertThat(contact.version().text()).isEqualTo("4.2.2rc2");
		assertThat(contact.encoding().dialect()).isEqualTo(Dialect.V41);
		assertThat(contact.encoding().described()).isFalse();
		assertThat(contact.psec()).isEqualTo("native");
		assertThat(contact.hostname()).isEqualTo("node7");
	}

	@ParameterizedTest
	@CsvSource({ "61, 6.1.0, V61", "51, 6.0.0, V51", "41, 4.1.0, V41", "4, 4.0.0, V4" })
	void find_withoutVersion_takesThatOfTheUriVariable(String suffix, String version, Dialect dialect) throws PmixException {
		environment.keySet().removeIf(name -> name.startsWith("PMIX_SERVER_URI") || name.equals("PMIX_VERSION"));
		environment.put("PMIX_SERVER_URI" + suffix, URI);

		assertThat(found().version().text()).isEqualTo(version);
		assertThat(found().encoding().dialect()).isEqualTo(dialect);
	}

	@Test
	void find_serverOfRelease32_selectsItsDialect() throws PmixException {
		environment.remove("PMIX_SERVER_URI41");
		environment.remove("PMIX_SERVER_URI4");
		environment.put("PMIX_VERSION", "3.2.5a1");

		assertThat(found().encoding().dialect()).isEqualTo(Dialect.V3);
	}

	@Test
	void find_ipv6Address_isRead() throws PmixException {
		environment.put("PMIX_SERVER_URI41", "srv.0;tcp6://[::1]:4711");

		assertThat(found().address().getPort()).isEqualTo(4711);
		assertThat(found().address().getAddress().isLoopbackAddress()).isTrue();
	}

	@Test
	void find_describedBuffers_selectsThem() throws PmixException {
		environment.put("PMIX_BFROP_BUFFER_TYPE", "PMIX_BFROP_BUFFER_FULLY_DESC");

		assertThat(found().encoding().described()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PMIX_NAMESPACE", "PMIX_RANK" })
	void find_missingIdentity_namesTheVariable(String name) {
		environment.remove(name);

		assertThat(failure()).hasMessageContaining(name + " is not set").extracting(PmixException::status).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void find_missingUri_namesAllVariables() {
		environment.keySet().removeIf(name -> name.startsWith("PMIX_SERVER_URI"));

		assertThat(failure()).hasMessageContaining("PMIX_SERVER_URI41, PMIX_SERVER_URI4, PMIX_SERVER_URI3").hasMessageContaining("launcher")
				.extracting(PmixException::status).isEqualTo(Status.ERR_UNREACH);
	}

	@ParameterizedTest
	@ValueSource(strings = { "3.1.6", "2.2.5", "junk" })
	void find_oldServer_fails(String version) {
		environment.put("PMIX_VERSION", version);

		assertThat(failure()).hasMessageContaining(version).hasMessageContaining("3.2 to 6.1").extracting(PmixException::status)
				.isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "srv;tcp4://127.0.0.1:1", "srv.x;tcp4://127.0.0.1:1", "srv.0;tcp4://127.0.0.1",
			"srv.0;tcp4://127.0.0.1:x", "srv.0;usock:///tmp/x", "srv.0;tcp4://127.0.0.1:99999" })
	void find_malformedUri_namesTheVariableButNotTheUri(String uri) {
		environment.put("PMIX_SERVER_URI41", uri);

		assertThat(failure()).hasMessageContaining("PMIX_SERVER_URI41").hasMessageNotContaining(uri).extracting(PmixException::status)
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void find_malformedRank_namesIt() {
		environment.put("PMIX_RANK", "first");

		assertThat(failure()).hasMessageContaining("PMIX_RANK").hasMessageContaining("first");
	}

	@Test
	void find_unknownSecurityOnly_fails() {
		environment.put("PMIX_SECURITY_MODE", "munge");

		assertThat(failure()).hasMessageContaining("munge").extracting(PmixException::status).isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void find_serverWithoutSecurity_succeeds() throws PmixException {
		environment.put("PMIX_SECURITY_MODE", "none");

		assertThat(found().psec()).isEqualTo("none");
	}

	@Test
	void version_isThatOfTheBundle() throws IOException {
		String manifest = Files.readString(Checkout.root().resolve("bundles/org.pmix4j.client/META-INF/MANIFEST.MF"));
		String version = manifest.lines().filter(line -> line.startsWith("Bundle-Version: ")).findFirst().orElseThrow();

		assertThat(PmixClient.version()).startsWith("PMIx4J " + version.replace("Bundle-Version: ", "").replace(".qualifier", "") + " ");
	}
}
