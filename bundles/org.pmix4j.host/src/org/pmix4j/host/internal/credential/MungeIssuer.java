// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.credential;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Issues and checks credentials of MUNGE, which are valid on all machines with the same key, once and for some minutes. The daemon of this
 * machine does the work; see {@link MungeDaemon}. Stateless.
 */
final class MungeIssuer implements CredentialIssuer {
	private static final String TYPE = "munge";
	private static final byte[] PREFIX = "MUNGE:".getBytes(StandardCharsets.US_ASCII);

	private final Path socket;
	private final MungeDaemon daemon;

	/**
	 * @param socket on which the daemon listens, if it runs
	 * @param limit  the longest time for one request
	 */
	MungeIssuer(Path socket, Duration limit) {
		this.socket = socket;
		daemon = new MungeDaemon(socket, limit);
	}

	@Override
	public String type() {
		return TYPE;
	}

	@Override
	public boolean isAvailable() {
		return Files.exists(socket);
	}

	@Override
	public boolean recognizes(ByteObject credential) {
		return credential.size() > PREFIX.length && credential.asBuffer().slice(0, PREFIX.length).equals(ByteBuffer.wrap(PREFIX));
	}

	/** The key itself stays here; the credential holds its digest. */
	@Override
	public ByteObject issue(Proc owner, ByteObject key) throws PmixException {
		try {
			return ByteObject.wrap(daemon.encode(digest(key)));
		} catch (IOException e) {
			throw new PmixException(Status.ERR_UNREACH, "the MUNGE daemon at " + socket + " issues no credential: " + e.getMessage(), e);
		}
	}

	@Override
	public CredentialHolder validate(ByteObject credential, ByteObject key) throws PmixException {
		MungeDaemon.Decoded decoded;
		try {
			decoded = daemon.decode(credential.toByteArray());
		} catch (MungeDaemon.RefusedException e) {
			throw new PmixException(Status.ERR_INVALID_CRED, "the MUNGE daemon refuses the credential: " + e.getMessage(), e);
		} catch (IOException e) {
			throw new PmixException(Status.ERR_UNREACH, "the MUNGE daemon at " + socket + " does not answer: " + e.getMessage(), e);
		}
		// credentials of other programs carry no payload, or one that is their own business
		if (key.size() > 0 && !MessageDigest.isEqual(decoded.payload(), digest(key))) {
			throw new PmixException(Status.ERR_INVALID_CRED, "the credential was issued with another key");
		}
		return new CredentialHolder(decoded.uid(), decoded.gid(), decoded.issued(), Optional.empty());
	}

	private static byte[] digest(ByteObject key) {
		try {
			return key.size() == 0 ? new byte[0] : MessageDigest.getInstance("SHA-256").digest(key.toByteArray());
		} catch (NoSuchAlgorithmException e) {
			throw new IllegalStateException("every Java platform has SHA-256", e);
		}
	}
}
