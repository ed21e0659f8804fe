// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.credential.Credentials;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.SecurityAttributes;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.Credential;
import org.pmix4j.testkit.Await;

/** Credentials of a MUNGE daemon that runs during the tests, with a key of its own. */
class MungeTest {
	private static final Proc OWNER = Proc.of("job", 3);
	private static final Infos MUNGE = Infos.EMPTY.with(SecurityAttributes.CRED_TYPE, "munge");
	private static final Infos WITH_KEY = MUNGE.with(SecurityAttributes.CRYPTO_KEY, ByteObject.wrap(new byte[] { 1, 2, 10, 10, 3 }));
	private static final Duration LIMIT = Duration.ofMinutes(2);

	@TempDir
	private static Path folder;

	private static Process daemon;

	private final Credentials credentials = credentials(socket(), LIMIT);

	@BeforeAll
	static void start() throws Exception {
		Path key = Files.createFile(folder.resolve("key"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
		Files.writeString(key, "a key that only this test knows".repeat(4));
		daemon = new ProcessBuilder("munged", "--foreground", "--force", "--key-file=" + key, "--socket=" + socket(),
				"--pid-file=" + folder.resolve("pid"), "--seed-file=" + folder.resolve("seed"))
				.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
		Await.until("the socket of munged", LIMIT, () -> Files.exists(socket()));
	}

	@AfterAll
	static void stop() throws Exception {
		daemon.destroy();
		assertThat(daemon.waitFor()).as("%s", Files.readString(folder.resolve("log"))).isZero();
	}

	private static Path socket() {
		return folder.resolve("socket");
	}

	private static Credentials credentials(Path socket, Duration limit) {
		return new Credentials(new OwnUser(1000, 100), Clock.systemUTC(), socket, limit);
	}

	private static int own(String option) throws IOException {
		Process id = new ProcessBuilder("id", option).start();
		return Integer.parseInt(new String(id.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
	}

	@Test
	void issue_munge_isTextThatEndsWithAZeroByte() throws Exception {
		Credential issued = credentials.issue(OWNER, MUNGE);

		byte[] bytes = issued.bytes().toByteArray();
		assertThat(new String(bytes, StandardCharsets.US_ASCII)).matches("MUNGE:[A-Za-z0-9+/=]+:\0");
		assertThat(issued.infos().get(SecurityAttributes.CRED_TYPE)).contains("munge");
	}

	@Test
	void validate_issued_hasTheUserOfThisProcessAndTheTime() throws Exception {
		long before = Instant.now().getEpochSecond();
		Infos owner = credentials.validate(credentials.issue(OWNER, MUNGE).bytes(), Infos.EMPTY);

		assertThat(owner.get(SecurityAttributes.CRED_TYPE)).contains("munge");
		assertThat(owner.get(IdentityAttributes.USERID)).contains(own("-u"));
		assertThat(owner.get(IdentityAttributes.GRPID)).contains(own("-g"));
		assertThat(owner.get(Credentials.CREATED).orElseThrow()).isBetween(before, Instant.now().getEpochSecond());
	}

	/** As another program passes it on: without the zero byte. */
	@Test
	void validate_withoutZeroByte_isValid() throws Exception {
		byte[] bytes = credentials.issue(OWNER, MUNGE).bytes().toByteArray();

		assertThat(credentials.validate(ByteObject.wrap(Arrays.copyOf(bytes, bytes.length - 1)), MUNGE).list()).isNotEmpty();
	}

	@Test
	void validate_secondTime_isInvalidInTheDaemonsWords() throws Exception {
		ByteObject credential = credentials.issue(OWNER, MUNGE).bytes();
		credentials.validate(credential, MUNGE);

		assertInvalid(credential, MUNGE, "Replayed credential (17)");
	}

	@Test
	void validate_altered_isInvalid() throws Exception {
		byte[] bytes = credentials.issue(OWNER, MUNGE).bytes().toByteArray();
		bytes[bytes.length / 2] = (byte) (bytes[bytes.length / 2] == 'A' ? 'B' : 'A');

		assertInvalid(ByteObject.wrap(bytes), MUNGE, "nvalid credential");
		assertInvalid(ByteObject.wrap("MUNGE:junk".getBytes(StandardCharsets.US_ASCII)), MUNGE, "refuses the credential");
	}

	@Test
	void validate_key_mustBeThatOfTheCredential() throws Exception {
		assertThat(credentials.validate(credentials.issue(OWNER, WITH_KEY).bytes(), WITH_KEY).list()).isNotEmpty();
		assertThat(credentials.validate(credentials.issue(OWNER, WITH_KEY).bytes(), MUNGE).list()).isNotEmpty();
		assertInvalid(credentials.issue(OWNER, MUNGE).bytes(), WITH_KEY, "another key");
	}

	private void assertInvalid(ByteObject credential, Infos directives, String message) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> credentials.validate(credential, directives))
				.withMessageContaining(message).matches(e -> e.status().equals(Status.ERR_INVALID_CRED));
	}

	@Test
	void issue_daemonIsSilent_endsAtTheLimit() throws Exception {
		Path silent = folder.resolve("silent");
		try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
			socket.bind(UnixDomainSocketAddress.of(silent));

			assertThatExceptionOfType(PmixException.class)
					.isThrownBy(() -> credentials(silent, Duration.ofMillis(50)).issue(OWNER, MUNGE))
					.withMessageContaining("munge did not end within 50 ms").matches(e -> e.status().equals(Status.ERR_UNREACH));
		}
	}

	@Test
	void validate_noDaemonBehindTheSocket_isUnreachable() throws Exception {
		Path left = Files.createFile(folder.resolve("left"));
		ByteObject credential = credentials.issue(OWNER, MUNGE).bytes();

		for (Path socket : new Path[] { left, folder.resolve("none") }) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> credentials(socket, LIMIT).validate(credential, MUNGE))
					.withMessageContaining(socket.toString()).matches(e -> e.status().equals(Status.ERR_UNREACH));
		}
	}
}
