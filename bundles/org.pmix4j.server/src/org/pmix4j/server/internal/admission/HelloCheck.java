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
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Unpacker;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;

/** What a hello must be for this server to understand and believe it. Without state. */
final class HelloCheck {
	private static final String HASH = "hash";
	private static final String NO_SECURITY = "none";

	private HelloCheck() {
	}

	/**
	 * @return how the peer packs
	 * @throws PmixException NOT_SUPPORTED if its release, dialect or way to store data is none that this server can serve
	 */
	static Encoding encoding(Hello hello) throws PmixException {
		if (!hello.version().isAcceptedByServers()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "release " + hello.version() + "; this server takes 2.1 and later");
		}
		// a singleton never asks for the data of its job, which nobody else knows, so its way to store them does not matter
		if (hello.flag() == HelloFlag.CLIENT && !List.of(hello.gds().split(",")).contains(HASH)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "it wants data by '" + hello.gds()
					+ "', which is shared memory of the C library; start it with PMIX_GDS_MODULE=" + HASH);
		}
		Dialect dialect = Dialect.best(String.join(",", hello.bfrops())).orElseThrow(
				() -> new PmixException(Status.ERR_NOT_SUPPORTED, "dialects " + hello.bfrops() + "; this server speaks v21 and later"));
		return new Encoding(dialect, hello.described(), hello.version().packsTopologyFlags());
	}

	/**
	 * @return what the host is told of the peer: version, user and name, and what the peer itself had to say
	 * @throws MalformedMessageException if that cannot be read
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
		return hello.hasInfos() ? infos.concat(told(hello, encoding, limits)) : infos;
	}

	/** Bytes may follow: releases 4.0 to 4.2.2 count one too many. */
	private static List<Info> told(Hello hello, Encoding encoding, Limits limits) throws MalformedMessageException {
		Unpacker in = new Unpacker(encoding, hello.blob().asBuffer(), limits);
		if (in.get(DataType.SIZE, PmixValue.Size.class).value() == 0) {
			return List.of();
		}
		return in.getAll(DataType.INFO).stream().map(Info.class::cast).toList();
	}

	/**
	 * @param hello what the peer says
	 * @param told  what it had to say besides
	 * @param known the user id at the other end as the kernel knows it; empty if it does not tell
	 * @param uid   who it must be
	 * @param gid   and of which group; empty for any
	 * @throws PmixException INVALID_CRED if it is somebody else, or says so anywhere
	 */
	static void requireUser(Hello hello, Infos told, OptionalInt known, int uid, Optional<Integer> gid) throws PmixException {
		if (known.isPresent() && known.getAsInt() != uid) {
			throw refusal("the kernel says that it is of user " + Integer.toUnsignedString(known.getAsInt()) + ", not "
					+ Integer.toUnsignedString(uid));
		}
		requireSame(hello.user().map(NativeCredential::uid), uid);
		requireSame(told.get(IdentityAttributes.USERID), uid);
		if (hello.psec().equals(NO_SECURITY) && known.isPresent()) {
			return;
		}
		NativeCredential claimed = NativeCredential.parse(hello.credential(), ByteOrder.nativeOrder())
				.filter(c -> hello.psec().equals(NativeCredential.NATIVE))
				.orElseThrow(() -> refusal("a credential of module '" + hello.psec() + "' with " + hello.credential().size()
						+ " bytes; this server takes '" + NativeCredential.NATIVE + "' with 8"));
		requireSame(Optional.of(claimed.uid()), uid);
		if (gid.isPresent() && claimed.gid() != gid.get()) {
			throw refusal("it claims to be " + claimed + ", but is registered for group " + Integer.toUnsignedString(gid.get()));
		}
	}

	private static void requireSame(Optional<Integer> claimed, int uid) throws PmixException {
		if (claimed.isPresent() && claimed.get() != uid) {
			throw refusal("it claims to be of user " + Integer.toUnsignedString(claimed.get()) + ", but only "
					+ Integer.toUnsignedString(uid) + " is welcome here");
		}
	}

	private static PmixException refusal(String why) {
		return new PmixException(Status.ERR_INVALID_CRED, why);
	}
}
