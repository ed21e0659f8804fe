// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.credential;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.OwnUser;

/**
 * Issues credentials that only this host can check: user, time and process, sealed with a secret of the host. Unlike the native
 * credentials of the C library, which are a user id and a group id in the clear, they cannot be forged. Thread-safe; the secret ends with
 * the host.
 */
final class NativeIssuer implements CredentialIssuer {
	private static final String TYPE = "native";
	/** With the secret in front it seals as it is, unlike SHA-2. HMAC would bring javax.crypto into the native executable. */
	private static final String SEAL = "SHA3-256";
	private static final int SEAL_BYTES = 32;
	/** "P4JC" and the version of the format. */
	private static final byte[] MAGIC = { 'P', '4', 'J', 'C', 1 };

	private final OwnUser user;
	private final Clock clock;
	private final byte[] secret = new byte[SEAL_BYTES];

	NativeIssuer(OwnUser user, Clock clock) {
		this.user = user;
		this.clock = clock;
		new SecureRandom().nextBytes(secret);
	}

	@Override
	public String type() {
		return TYPE;
	}

	@Override
	public boolean isAvailable() {
		return true;
	}

	@Override
	public boolean recognizes(ByteObject credential) {
		return credential.size() > MAGIC.length && Arrays.equals(MAGIC, 0, MAGIC.length, credential.toByteArray(), 0, MAGIC.length);
	}

	@Override
	public ByteObject issue(Proc owner, ByteObject key) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (DataOutputStream out = new DataOutputStream(bytes)) {
			out.write(MAGIC);
			out.writeInt(user.uid());
			out.writeInt(user.gid());
			out.writeLong(clock.instant().getEpochSecond());
			out.writeInt(owner.rank().value());
			out.writeUTF(owner.nspace());
			out.write(seal(bytes.toByteArray(), key));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		return ByteObject.wrap(bytes.toByteArray());
	}

	@Override
	public CredentialHolder validate(ByteObject credential, ByteObject key) throws PmixException {
		byte[] bytes = credential.toByteArray();
		int length = bytes.length - SEAL_BYTES;
		if (length <= MAGIC.length
				|| !MessageDigest.isEqual(seal(Arrays.copyOf(bytes, length), key), Arrays.copyOfRange(bytes, length, bytes.length))) {
			throw new PmixException(Status.ERR_INVALID_CRED, "the credential was not issued by this host, or with another key");
		}
		try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, MAGIC.length, length - MAGIC.length))) {
			int uid = in.readInt();
			int gid = in.readInt();
			long issued = in.readLong();
			Rank rank = Rank.of(in.readInt());
			return new CredentialHolder(uid, gid, issued, Optional.of(new Proc(in.readUTF(), rank)));
		} catch (IOException e) {
			throw new PmixException(Status.ERR_INVALID_CRED, "the credential is truncated", e);
		}
	}

	private byte[] seal(byte[] content, ByteObject key) {
		try {
			MessageDigest digest = MessageDigest.getInstance(SEAL);
			digest.update(secret);
			digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, content.length));
			digest.update(content);
			return digest.digest(key.toByteArray());
		} catch (NoSuchAlgorithmException e) {
			throw new IllegalStateException("this Java platform has no " + SEAL, e);
		}
	}
}
