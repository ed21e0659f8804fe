// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ServerAddress;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/**
 * Finds the server and the identity of this process in environment variables that a launcher has set. Immutable.
 *
 * <p> The URI variables are read in the order of OpenPMIx 6.1; the first one that is set also selects the dialect. A server before 3.2 is
 * refused.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connect.c and src/mca/ptl/client"
 */
public final class EnvironmentFinder implements ServerContact.Finder {
	/** The security module without credentials. */
	static final String PSEC_NONE = "none";
	private static final String URI_PREFIX = "PMIX_SERVER_URI";
	/** The variables in order, each with its dialect and the oldest release of a server that sets it first. */
	private static final List<UriVariable> URI_VARIABLES = List.of(new UriVariable("61", Dialect.V61, "6.1.0"),
			new UriVariable("51", Dialect.V51, "6.0.0"), new UriVariable("41", Dialect.V41, "4.1.0"),
			new UriVariable("4", Dialect.V4, "4.0.0"), new UriVariable("3", Dialect.V3, "3.0.0"), new UriVariable("21", Dialect.V21, "2.1.0"),
			new UriVariable("2", Dialect.V21, "2.0.0"));
	private static final String ADVICE = "start this process with a PMIx launcher, for instance pmix4j run or mpirun";

	private final Map<String, String> environment;

	private record UriVariable(String suffix, Dialect dialect, String release) {
		String name() {
			return URI_PREFIX + suffix;
		}
	}

	/** @param environment the variables with which this process was started */
	public EnvironmentFinder(Map<String, String> environment) {
		this.environment = Map.copyOf(environment);
	}

	@Override
	public ServerContact find() throws PmixException {
		Proc self = self();
		UriVariable variable = uriVariable();
		ServerAddress uri = uri(variable, environment.getOrDefault(variable.name(), ""));
		PeerVersion version = PeerVersion.parse(environment.getOrDefault("PMIX_VERSION", variable.release()));
		LibraryVersion.requireSupported(version, "client");
		boolean described = environment.getOrDefault("PMIX_BFROP_BUFFER_TYPE", "").endsWith("FULLY_DESC");
		Encoding encoding = new Encoding(variable.dialect(), described, version.packsUntypedArraysAs7());
		return new ServerContact(Optional.of(self), uri.server(), uri.address(), version, encoding, psec(),
				environment.getOrDefault("PMIX_HOSTNAME", ""), ServerOwner.THIS_USER_OR_ROOT);
	}

	private Proc self() throws PmixException {
		String nspace = required("PMIX_NAMESPACE");
		String rank = required("PMIX_RANK");
		try {
			return new Proc(nspace, new Rank(Integer.parseUnsignedInt(rank)));
		} catch (IllegalArgumentException invalid) {
			throw malformed("PMIX_NAMESPACE or PMIX_RANK", "a name and a number, not '" + nspace + "' and '" + rank + "'", invalid);
		}
	}

	private String required(String name) throws PmixException {
		String value = environment.getOrDefault(name, "");
		if (value.isEmpty()) {
			throw new PmixException(Status.ERR_UNREACH, "the environment variable " + name + " is not set; " + ADVICE);
		}
		return value;
	}

	private UriVariable uriVariable() throws PmixException {
		for (UriVariable variable : URI_VARIABLES) {
			if (!environment.getOrDefault(variable.name(), "").isEmpty()) {
				return variable;
			}
		}
		throw new PmixException(Status.ERR_UNREACH, "none of the environment variables "
				+ String.join(", ", URI_VARIABLES.stream().map(UriVariable::name).toList())
				+ " is set, so the PMIx server cannot be found; " + ADVICE);
	}

	private static ServerAddress uri(UriVariable variable, String text) throws PmixException {
		try {
			return ServerAddress.parse(text);
		} catch (IllegalArgumentException invalid) {
			throw malformed(variable.name(), ServerAddress.FORM, invalid);
		}
	}

	/** Prefers native, which sends no secret and needs no daemon. */
	private String psec() throws PmixException {
		String modes = environment.getOrDefault("PMIX_SECURITY_MODE", NativeCredential.NATIVE);
		List<String> accepted = List.of(modes.split(","));
		if (accepted.contains(NativeCredential.NATIVE)) {
			return NativeCredential.NATIVE;
		}
		if (accepted.contains(PSEC_NONE)) {
			return PSEC_NONE;
		}
		throw new PmixException(Status.ERR_NOT_SUPPORTED, "the PMIx server requires one of the security modules " + modes
				+ " (PMIX_SECURITY_MODE), but only " + NativeCredential.NATIVE + " and " + PSEC_NONE + " are supported");
	}

	/** Leaves out the value, which would let a reader of the message connect to the server. */
	private static PmixException malformed(String name, String expected, Exception cause) {
		return new PmixException(Status.ERR_BAD_PARAM,
				"the environment variable " + name + " is malformed; expected: " + expected, cause);
	}
}
