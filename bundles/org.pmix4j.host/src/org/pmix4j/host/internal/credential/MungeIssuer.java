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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.program.HelperProgram;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Issues and checks MUNGE credentials, which are valid once and for some minutes on all machines that share a key. Runs the programs munge
 * and unmunge, which ask the daemon of this machine. Stateless; blocks.
 *
 * @see "munge(1), unmunge(1)"
 */
final class MungeIssuer implements CredentialIssuer {
	private static final String TYPE = "munge";
	private static final byte[] PREFIX = "MUNGE:".getBytes(StandardCharsets.US_ASCII);
	private static final Pattern CREDENTIAL = Pattern.compile("^MUNGE:\\S+:$", Pattern.MULTILINE);
	/** A line about the credential, such as {@code UID: root (0)}. */
	private static final Pattern LINE = Pattern.compile("^(STATUS|ENCODE_TIME|UID|GID):\\s+(.*\\((\\d+)\\))$", Pattern.MULTILINE);
	/** The exit codes below it are about the connection to the daemon, the others about the credential. */
	private static final int FIRST_OF_CREDENTIAL = 8;

	private final Path socket;
	private final Duration limit;

	/**
	 * @param socket on which the daemon listens, if it runs
	 * @param limit  the longest time for one request
	 */
	MungeIssuer(Path socket, Duration limit) {
		this.socket = socket;
		this.limit = limit;
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
		HelperProgram munge = run("munge", List.of(), digest(key));
		Matcher credential = CREDENTIAL.matcher(munge.text());
		if (munge.exitCode() != 0 || !credential.find()) {
			throw unreachable("munge failed with " + munge.failure(), null);
		}
		// as libmunge and the C library have it: with a zero byte at the end
		return ByteObject.wrap((credential.group() + "\0").getBytes(StandardCharsets.US_ASCII));
	}

	@Override
	public CredentialHolder validate(ByteObject credential, ByteObject key) throws PmixException {
		HelperProgram unmunge = run("unmunge", List.of("--keys", "STATUS,ENCODE_TIME,UID,GID"), credential.toByteArray());
		// one character for each byte, as the payload follows the text
		String answer = new String(unmunge.output(), StandardCharsets.ISO_8859_1);
		int end = answer.indexOf("\n\n");
		String about = end < 0 ? answer : answer.substring(0, end + 1);
		if (unmunge.exitCode() >= FIRST_OF_CREDENTIAL) {
			throw new PmixException(Status.ERR_INVALID_CRED, "the MUNGE daemon refuses the credential: "
					+ find(about, "STATUS").map(line -> line.group(2)).orElseGet(unmunge::failure));
		} else if (unmunge.exitCode() != 0 || end < 0) {
			throw unreachable("unmunge failed with " + unmunge.failure(), null);
		}
		byte[] payload = Arrays.copyOfRange(unmunge.output(), end + 2, unmunge.output().length);
		// credentials of other programs carry no payload, or their own
		if (key.size() > 0 && !MessageDigest.isEqual(payload, digest(key))) {
			throw new PmixException(Status.ERR_INVALID_CRED, "the credential was issued with another key");
		}
		return new CredentialHolder((int) number(about, "UID"), (int) number(about, "GID"), number(about, "ENCODE_TIME"), Optional.empty());
	}

	private HelperProgram run(String program, List<String> options, byte[] input) throws PmixException {
		if (!isAvailable()) {
			throw unreachable("there is no such socket", null);
		}
		List<String> command = new ArrayList<>(List.of(program, "--socket", socket.toString()));
		command.addAll(options);
		try {
			return HelperProgram.run(command, input, limit);
		} catch (IOException e) {
			throw unreachable(e.getMessage(), e);
		}
	}

	private long number(String about, String key) throws PmixException {
		return Long.parseLong(find(about, key).orElseThrow(() -> unreachable("unmunge printed no " + key, null)).group(3));
	}

	private static Optional<Matcher> find(String about, String key) {
		Matcher line = LINE.matcher(about);
		while (line.find()) {
			if (line.group(1).equals(key)) {
				return Optional.of(line);
			}
		}
		return Optional.empty();
	}

	private PmixException unreachable(String reason, @Nullable Exception cause) {
		String text = "no answer of the MUNGE daemon at " + socket + ": " + reason;
		return cause == null ? new PmixException(Status.ERR_UNREACH, text) : new PmixException(Status.ERR_UNREACH, text, cause);
	}

	private static byte[] digest(ByteObject key) {
		try {
			return key.size() == 0 ? new byte[0] : MessageDigest.getInstance("SHA-256").digest(key.toByteArray());
		} catch (NoSuchAlgorithmException e) {
			throw new IllegalStateException("every Java platform has SHA-256", e);
		}
	}
}
