// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.credential.Credentials;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SecurityAttributes;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.Credential;

/** Native credentials: their content, their seal, and the choice of a type. */
class CredentialsTest {
	private static final Proc OWNER = Proc.of("job", 3);
	private static final Path NO_MUNGE = Path.of("/no/such/socket");

	private final Credentials credentials = host();

	private static Credentials host() {
		return new Credentials(new OwnUser(1000, 100), Clock.fixed(Instant.ofEpochSecond(60), ZoneOffset.UTC), NO_MUNGE, Duration.ofSeconds(1));
	}

	private static Infos type(String type) {
		return Infos.EMPTY.with(SecurityAttributes.CRED_TYPE, type);
	}

	private static Infos key(String key) {
		return Infos.EMPTY.with(SecurityAttributes.CRYPTO_KEY, ByteObject.wrap(key.getBytes(StandardCharsets.US_ASCII)));
	}

	private void assertRefused(Status status, ByteObject credential, Infos directives) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> credentials.validate(credential, directives))
				.matches(e -> e.status().equals(status), "status " + status);
	}

	@Test
	void validate_ownCredential_tellsOwnerAndTime() throws PmixException {
		Credential issued = credentials.issue(OWNER, Infos.EMPTY);
		Infos owner = credentials.validate(issued.bytes(), Infos.EMPTY);

		assertThat(issued.infos().get(SecurityAttributes.CRED_TYPE)).contains("native");
		assertThat(owner.get(SecurityAttributes.CRED_TYPE)).contains("native");
		assertThat(owner.get(IdentityAttributes.USERID)).contains(1000);
		assertThat(owner.get(IdentityAttributes.GRPID)).contains(100);
		assertThat(owner.get(ProcAttributes.PROCID)).contains(OWNER);
		assertThat(owner.get(Credentials.CREATED)).contains(60L);
	}

	@Test
	void validate_everyChangedByte_isInvalid() throws PmixException {
		byte[] bytes = credentials.issue(OWNER, Infos.EMPTY).bytes().toByteArray();

		for (int i = 0; i < bytes.length; i++) {
			byte[] changed = bytes.clone();
			changed[i] ^= 1;
			assertRefused(Status.ERR_INVALID_CRED, ByteObject.wrap(changed), Infos.EMPTY);
		}
	}

	@Test
	void validate_credentialOfAnotherHost_isInvalid() throws PmixException {
		assertRefused(Status.ERR_INVALID_CRED, host().issue(OWNER, Infos.EMPTY).bytes(), Infos.EMPTY);
	}

	/** The C library's native credential is a user id and a group id. */
	@ParameterizedTest
	@ValueSource(strings = { "", "\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000", "P4JC", "P4JC\u0001", "P4JC\u0001abc", "MUNGE" })
	void validate_otherBytes_areInvalid(String bytes) {
		assertRefused(Status.ERR_INVALID_CRED, ByteObject.wrap(bytes.getBytes(StandardCharsets.US_ASCII)), Infos.EMPTY);
	}

	@Test
	void validate_cryptoKey_mustBeTheSame() throws PmixException {
		ByteObject sealed = credentials.issue(OWNER, key("secret")).bytes();

		assertThat(credentials.validate(sealed, key("secret")).get(IdentityAttributes.USERID)).contains(1000);
		assertRefused(Status.ERR_INVALID_CRED, sealed, key("other"));
		assertRefused(Status.ERR_INVALID_CRED, sealed, Infos.EMPTY);
	}

	@Test
	void issue_listOfTypes_takesTheFirstThatIsHere() throws PmixException {
		assertThat(credentials.issue(OWNER, type("kerberos,munge, native")).infos().get(SecurityAttributes.CRED_TYPE)).contains("native");
	}

	@ParameterizedTest
	@ValueSource(strings = { "munge", "kerberos" })
	void issue_typeThatIsNotHere_isNotSupported(String type) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> credentials.issue(OWNER, type(type)))
				.withMessageContaining(type).withMessageContaining("this host has native").matches(e -> e.status().equals(Status.ERR_NOT_SUPPORTED));
	}

	@Test
	void validate_typeThatIsNotAccepted_isRefused() throws PmixException {
		ByteObject issued = credentials.issue(OWNER, Infos.EMPTY).bytes();

		assertRefused(Status.ERR_NOT_SUPPORTED, issued, type("kerberos"));
		assertRefused(Status.ERR_INVALID_CRED, issued, type("munge"));
	}
}
