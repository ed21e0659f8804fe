// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.credential;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SecurityAttributes;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.Credential;

/**
 * Issues and validates the credentials of processes. All processes of the host have its user. Owned by the host; thread-safe; may block.
 *
 * @see "PMIx Standard, chapter Security; OpenPMIx src/mca/psec"
 */
public final class Credentials {
	/** When a credential was issued. The Standard has no attribute for it. */
	public static final Attribute<Long> CREATED = Attribute.of("pmix4j.cred.ctime", ValueType.TIME);
	/** The socket of the MUNGE daemon on every Linux distribution. */
	private static final Path MUNGE_SOCKET = Path.of("/run/munge/munge.socket.2");
	private static final Duration MUNGE_LIMIT = Duration.ofSeconds(10);

	private final List<CredentialIssuer> issuers;

	/** @param user of this process and all ranks */
	public Credentials(OwnUser user) {
		this(user, Clock.systemUTC(), MUNGE_SOCKET, MUNGE_LIMIT);
	}

	/**
	 * @param user  of this process and all ranks
	 * @param clock gives the time at which credentials are issued
	 * @param munge the socket on which a MUNGE daemon may listen
	 * @param limit the longest time for one request to the daemon
	 */
	public Credentials(OwnUser user, Clock clock, Path munge, Duration limit) {
		issuers = List.of(new NativeIssuer(user, clock), new MungeIssuer(munge, limit));
	}

	/**
	 * Issues a credential of the first requested type that is available here; a native one if none is requested.
	 *
	 * @param owner      the process
	 * @param directives the wanted types, and a key that must be known to validate it
	 * @return the credential and its type
	 * @throws PmixException NOT_SUPPORTED if there is none of these types, UNREACH if a daemon does not answer
	 */
	public Credential issue(Proc owner, Infos directives) throws PmixException {
		List<String> types = types(directives);
		CredentialIssuer issuer = (types.isEmpty() ? issuers.stream()
				: types.stream().flatMap(type -> issuers.stream().filter(each -> each.type().equals(type))))
						.filter(CredentialIssuer::isAvailable).findFirst().orElseThrow(() -> unknown(types));
		return new Credential(issuer.issue(owner, key(directives)), Infos.EMPTY.with(SecurityAttributes.CRED_TYPE, issuer.type()));
	}

	/**
	 * Validates a credential.
	 *
	 * @param credential from any process
	 * @param directives the accepted types, and the key with which it was issued
	 * @return its type, user and group, when it was issued, and to which process if it says so
	 * @throws PmixException INVALID_CRED if it is not valid, NOT_SUPPORTED if no accepted type is known, UNREACH if a daemon does not answer
	 */
	public Infos validate(ByteObject credential, Infos directives) throws PmixException {
		List<String> types = types(directives);
		List<CredentialIssuer> accepted = types.isEmpty() ? issuers
				: issuers.stream().filter(each -> types.contains(each.type())).toList();
		if (accepted.isEmpty()) {
			throw unknown(types);
		}
		CredentialIssuer issuer = accepted.stream().filter(each -> each.recognizes(credential)).findFirst().orElseThrow(
				() -> new PmixException(Status.ERR_INVALID_CRED, "the credential of " + credential.size() + " bytes is of no accepted type"));
		CredentialHolder bearer = issuer.validate(credential, key(directives));
		Infos infos = Infos.EMPTY.with(SecurityAttributes.CRED_TYPE, issuer.type()).with(IdentityAttributes.USERID, bearer.uid())
				.with(IdentityAttributes.GRPID, bearer.gid()).with(CREATED, bearer.issued());
		return bearer.proc().map(proc -> infos.with(ProcAttributes.PROCID, proc)).orElse(infos);
	}

	private static List<String> types(Infos directives) throws PmixException {
		Optional<String> given = directives.get(SecurityAttributes.CRED_TYPE);
		return given.stream().flatMap(types -> Arrays.stream(types.split(","))).map(String::strip).filter(type -> !type.isEmpty()).toList();
	}

	private static ByteObject key(Infos directives) throws PmixException {
		return directives.get(SecurityAttributes.CRYPTO_KEY).orElse(ByteObject.EMPTY);
	}

	private PmixException unknown(List<String> types) {
		return new PmixException(Status.ERR_NOT_SUPPORTED, "no credential of type " + String.join(", ", types) + ": this host has "
				+ String.join(", ", issuers.stream().filter(CredentialIssuer::isAvailable).map(CredentialIssuer::type).toList()));
	}
}
