// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

/**
 * Credentials of MUNGE. The answers were recorded from munged 0.5.15 of Debian 12, run by root, to requests with the payload "hi" that a
 * Python program sent.
 */
class MungeTest {
	private static final Proc OWNER = Proc.of("job", 3);
	private static final Infos MUNGE = Infos.EMPTY.with(SecurityAttributes.CRED_TYPE, "munge");
	private static final String ISSUED = "00606d4b040300000000960000000000904d554e47453a41775146414141"
			+ "67364b765165706c4a54312f736c676a4f744b79"
			+ "626170784f626774423248516465687a6d5a634564685059337059667a612f7467715847472b3272372b4e386b6f55544a69"
			+ "7854516c58432f4b795a505753456d354847745a30474e504f4d5030306b464a657357794c6e5a2b41474a5a455155786531"
			+ "5749536a397163593d3a00";
	private static final String CREDENTIAL = "4d554e47453a4177514641414167364b765165706c4a54312f736c676a4f"
			+ "744b79626170784f626774423248516465687a6d"
			+ "5a634564685059337059667a612f7467715847472b3272372b4e386b6f55544a697854516c58432f4b795a505753456d3548"
			+ "47745a30474e504f4d5030306b464a657357794c6e5a2b41474a5a4551557865315749536a397163593d3a00";
	private static final String DECODED = "00606d4b0405000000002d0000040500000000012c047f0000016b02ed28"
			+ "6b02ed280000000000000000ffffffffffffffff"
			+ "000000026869";
	private static final String REPLAYED = "00606d4b0405000000004111145265706c617965642063726564656e7469"
			+ "616c00040500000000012c047f0000016b02ed28"
			+ "6b02ed280000000000000000ffffffffffffffff000000026869";
	/** Type 2, 20 bytes: default cipher, code and compression, no realm, default lifetime, for any user and group, no payload. */
	private static final String ENCODE_REQUEST = "00606d4b04020000000014" + "01010100" + "00000000" + "ffffffffffffffff" + "00000000";
	private static final int HEADER = 11;

	@TempDir
	private Path folder;

	private Path socket() {
		return folder.resolve("munge.socket.2");
	}

	private Credentials credentials() {
		return new Credentials(new OwnUser(1000, 100), Clock.systemUTC(), socket(), Duration.ofSeconds(20));
	}

	/** A call that may be refused. */
	private interface Call<T> {
		T make() throws PmixException;
	}

	/** Makes a call while a daemon gives one answer, and checks the request that the daemon got. */
	private <T> T with(String answer, String request, Call<T> call) throws IOException, PmixException {
		try (ServerSocketChannel daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
			daemon.bind(UnixDomainSocketAddress.of(socket()));
			CompletableFuture<String> got = CompletableFuture.supplyAsync(() -> serve(daemon, answer));
			try {
				return call.make();
			} finally {
				assertThat(got.join()).isEqualTo(request);
			}
		}
	}

	private static String serve(ServerSocketChannel daemon, String answer) {
		try (SocketChannel peer = daemon.accept()) {
			ByteBuffer header = read(peer, HEADER);
			ByteBuffer body = read(peer, header.getInt(HEADER - Integer.BYTES));
			peer.write(ByteBuffer.wrap(HexFormat.of().parseHex(answer)));
			return HexFormat.of().formatHex(header.array()) + HexFormat.of().formatHex(body.array());
		} catch (IOException e) {
			return e.toString();
		}
	}

	private static ByteBuffer read(SocketChannel peer, int length) throws IOException {
		ByteBuffer buffer = ByteBuffer.allocate(length);
		while (buffer.hasRemaining()) {
			assertThat(peer.read(buffer)).isPositive();
		}
		return buffer;
	}

	private static ByteObject credential() {
		return ByteObject.wrap(HexFormat.of().parseHex(CREDENTIAL));
	}

	private static String decodeRequest() {
		return "00606d4b04040000000094" + "00000090" + CREDENTIAL;
	}

	@Test
	void issue_munge_asksTheDaemon() throws Exception {
		Credential issued = with(ISSUED, ENCODE_REQUEST, () -> credentials().issue(OWNER, MUNGE));

		assertThat(issued.bytes()).isEqualTo(credential());
		assertThat(issued.infos().get(SecurityAttributes.CRED_TYPE)).contains("munge");
	}

	@Test
	void validate_munge_tellsUserAndTime() throws Exception {
		Infos owner = with(DECODED, decodeRequest(), () -> credentials().validate(credential(), Infos.EMPTY));

		assertThat(owner.get(SecurityAttributes.CRED_TYPE)).contains("munge");
		assertThat(owner.get(IdentityAttributes.USERID)).contains(0);
		assertThat(owner.get(IdentityAttributes.GRPID)).contains(0);
		assertThat(owner.get(Credentials.CREATED)).contains(0x6b02ed28L);
	}

	@Test
	void issue_daemonIsSilent_endsAtTheLimit() throws Exception {
		try (ServerSocketChannel daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
			daemon.bind(UnixDomainSocketAddress.of(socket()));
			Credentials credentials = new Credentials(new OwnUser(1000, 100), Clock.systemUTC(), socket(), Duration.ofMillis(50));

			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> credentials.issue(OWNER, MUNGE))
					.withMessageContaining("has not answered within 50 ms").matches(e -> e.status().equals(Status.ERR_UNREACH));
		}
	}

	@Test
	void validate_replayedCredential_isInvalidInTheDaemonsWords() {
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> with(REPLAYED, decodeRequest(), () -> credentials().validate(credential(), MUNGE)))
				.withMessageContaining("Replayed credential (17)").matches(e -> e.status().equals(Status.ERR_INVALID_CRED));
	}

	@Test
	void validate_otherKeyThanThatOfTheCredential_isInvalid() {
		Infos key = MUNGE.with(SecurityAttributes.CRYPTO_KEY, ByteObject.wrap(new byte[] { 1 }));

		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> with(DECODED, decodeRequest(), () -> credentials().validate(credential(), key)))
				.matches(e -> e.status().equals(Status.ERR_INVALID_CRED));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "00606d4b", "00606d4b05050000000000", "00606d4b04050000000001" + "00", "00606d4b0405007fffffff",
			"00606d4b0405000000000400000405" })
	void validate_brokenAnswer_isUnreachable(String answer) {
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> with(answer, decodeRequest(), () -> credentials().validate(credential(), MUNGE)))
				.matches(e -> e.status().equals(Status.ERR_UNREACH));
	}

	@Test
	void validate_noDaemon_isUnreachable() {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> credentials().validate(credential(), MUNGE))
				.matches(e -> e.status().equals(Status.ERR_UNREACH));
	}
}
