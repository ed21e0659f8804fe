// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.internal.text.PeerText;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Unpacker;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;

/** Checks that this server understands a hello, and that its credential is valid. Stateless. */
final class HelloCheck {
	private static final String HASH = "hash";
	private static final String NO_SECURITY = "none";

	private HelloCheck() {
	}

	/**
	 * @return the encoding that the peer uses
	 * @throws PmixException NOT_SUPPORTED if the server cannot serve its release, its dialects, or its data store
	 */
	static Encoding encoding(Hello hello) throws PmixException {
		if (!hello.version().isAcceptedByServers()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "release " + hello.version() + "; this server supports 2.1 and later");
		}
		// a singleton never requests the data of its job, which only it knows, so its data store does not matter
		if (hello.flag() == HelloFlag.CLIENT && !List.of(hello.gds().split(",")).contains(HASH)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "its data store '" + PeerText.of(hello.gds())
					+ "' needs shared memory of the C library; start it with PMIX_GDS_MODULE=" + HASH);
		}
		Dialect dialect = Dialect.best(String.join(",", hello.bfrops())).orElseThrow(
				() -> new PmixException(Status.ERR_NOT_SUPPORTED,
						"dialects " + PeerText.of(String.join(",", hello.bfrops())) + "; this server supports v21 and later"));
		return new Encoding(dialect, hello.described(), hello.version().packsUntypedArraysAs7());
	}

	/**
	 * @return infos about the peer for the host: its version, user, and name, and the infos that it sent
	 * @throws MalformedMessageException if the infos of the peer cannot be decoded
	 */
	static Infos announcement(Hello hello, Encoding encoding, Limits limits) throws MalformedMessageException {
		Infos infos = Infos.EMPTY.with(IdentityAttributes.VERSION_INFO, hello.version().text());
		if (hello.user().isPresent()) {
			infos = infos.with(IdentityAttributes.USERID, hello.user().get().uid()).with(IdentityAttributes.GRPID,
					hello.user().get().gid());
		}
		if (hello.proc().isPresent()) {
			infos = infos.with(JobAttributes.NSPACE, hello.proc().get().nspace()).with(ProcAttributes.RANK, hello.proc().get().rank());
		}
		return hello.hasInfos() ? infos.concat(sentInfos(hello, encoding, limits)) : infos;
	}

	/** Ignores bytes that follow: releases 4.0 to 4.2.2 count one too many. */
	private static List<Info> sentInfos(Hello hello, Encoding encoding, Limits limits) throws MalformedMessageException {
		Unpacker in = new Unpacker(encoding, hello.blob().asBuffer(), limits);
		if (in.get(DataType.SIZE, PmixValue.Size.class).value() == 0) {
			return List.of();
		}
		return in.getAll(DataType.INFO).stream().map(Info.class::cast).toList();
	}

	/**
	 * @param hello of the peer
	 * @param infos that the peer sent with it
	 * @param known the user id according to the kernel; empty if unknown
	 * @param uid   the required user id
	 * @param gid   the required group id; empty for any
	 * @throws PmixException INVALID_CRED if the kernel, the hello, an info, or the credential names another user or group
	 */
	static void requireUser(Hello hello, Infos infos, OptionalInt known, int uid, Optional<Integer> gid) throws PmixException {
		if (known.isPresent() && known.getAsInt() != uid) {
			throw refusal("according to the kernel it belongs to user " + Integer.toUnsignedString(known.getAsInt()) + ", not "
					+ Integer.toUnsignedString(uid));
		}
		requireSame(hello.user().map(NativeCredential::uid), uid);
		requireSame(infos.get(IdentityAttributes.USERID), uid);
		if (hello.psec().equals(NO_SECURITY) && known.isPresent()) {
			return;
		}
		NativeCredential claimed = NativeCredential.parse(hello.credential(), ByteOrder.nativeOrder())
				.filter(c -> hello.psec().equals(NativeCredential.NATIVE))
				.orElseThrow(() -> refusal("a credential of module '" + PeerText.of(hello.psec()) + "' with " + hello.credential().size()
						+ " bytes; this server takes '" + NativeCredential.NATIVE + "' with 8"));
		requireSame(Optional.of(claimed.uid()), uid);
		if (gid.isPresent() && claimed.gid() != gid.get()) {
			throw refusal("it claims to be " + claimed + ", but is registered for group " + Integer.toUnsignedString(gid.get()));
		}
	}

	private static void requireSame(Optional<Integer> claimed, int uid) throws PmixException {
		if (claimed.isPresent() && claimed.get() != uid) {
			throw refusal("it claims to be of user " + Integer.toUnsignedString(claimed.get()) + ", but only "
					+ Integer.toUnsignedString(uid) + " is allowed");
		}
	}

	private static PmixException refusal(String why) {
		return new PmixException(Status.ERR_INVALID_CRED, why);
	}
}
