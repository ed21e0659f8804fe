// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.wire.internal.handshake.HelloCodec;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.NativeCredential;

/** Tests the user and group of a peer according to its hello, its credential and the kernel. */
class CredentialTest extends HandshakeFixture {
	private static final Duration REPORT_LIMIT = Duration.ofSeconds(1);

	CredentialTest() throws PmixException {
		super();
	}

	@Test
	void hello_otherUserByItsOwnClaim_isRefused() throws PmixException {
		assertRefused(Hellos.withPsec(hello(), "native", Hellos.credential(Hellos.UID + 1, Hellos.GID)), Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_claimsOtherGroup_isRefused() throws PmixException {
		assertRefused(Hellos.withPsec(hello(), "native", Hellos.credential(Hellos.UID, Hellos.GID + 1)), Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_otherUserByTheKernel_isRefused() throws PmixException {
		server.setKernelUid(Optional.of(Hellos.UID + 1));

		requireTurnedAway(hello());
	}

	/** Checks that a connection gets nothing, not even a refusal. */
	private void requireTurnedAway(Hello hello) throws PmixException {
		TestPeer peer = server.greet(hello, Release.R5.format());
		assertThat(peer.greeting()).isEmpty();
		assertThat(peer.isCutOff()).isTrue();
	}

	@Test
	void hello_onASocketUnknownToTheKernel_isTurnedAway() throws PmixException {
		server.setKernelUid(Optional.empty());

		requireTurnedAway(hello());

		server.loop().advance(REPORT_LIMIT);
		assertThat(log.warnings()).singleElement().asString().startsWith("1 connections were closed unread: the kernel does not know the user");
		assertThat(server.loop().timers()).as("no timer is left").isZero();
	}

	@Test
	void hello_onAClosedSocket_isNotLogged() throws PmixException {
		server.setKernelUid(Optional.empty());

		MemoryTransport wire = server.connect();
		wire.put(HelloCodec.encode(hello(), ByteOrder.nativeOrder()));
		wire.close();
		server.run();

		assertThat(wire.isEnded()).isTrue();
		server.loop().advance(REPORT_LIMIT);
		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void hello_userUnknownToTheKernel_usesTheCredential() throws PmixException {
		server.silenceKernel();

		assertThat(greet(hello())).contains(new HelloReply.ClientAccepted(0));
		assertRefused(Hellos.withPsec(hello(), "native", Hellos.credential(Hellos.UID + 1, Hellos.GID)), Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_credentialOfWrongLength_isRefused() throws PmixException {
		assertRefused(Hellos.withPsec(hello(), "native", ByteObject.EMPTY), Status.ERR_INVALID_CRED);
		assertRefused(Hellos.withPsec(hello(), "native", ByteObject.wrap(new byte[7])), Status.ERR_INVALID_CRED);
		assertRefused(Hellos.withPsec(hello(), "native", ByteObject.wrap(new byte[9])), Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_unknownSecurityModule_isRefused() throws PmixException {
		assertRefused(Hellos.withPsec(hello(), "munge", Hellos.credential(Hellos.UID, Hellos.GID)), Status.ERR_INVALID_CRED);
		assertRefused(Hellos.withPsec(hello(), "", Hellos.credential(Hellos.UID, Hellos.GID)), Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_withoutSecurityModule_needsKernel() throws PmixException {
		Hello none = Hellos.withPsec(hello(), "none", ByteObject.EMPTY);
		assertThat(greet(none)).contains(new HelloReply.ClientAccepted(0));

		server.silenceKernel();
		assertRefused(none, Status.ERR_INVALID_CRED);
	}

	@Test
	void hello_onAClosedSocket_isLookedUpTwice() throws PmixException {
		server.setKernelUid(Optional.empty());
		greet(hello());

		assertThat(server.looks()).containsExactly(1, 1);
	}

	@Test
	void tool_ofAnotherUser_isRefused() throws PmixException {
		Hello tool = Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("tool", 0), Release.R5);

		assertRefused(Hellos.withUser(tool, new NativeCredential(Hellos.UID + 1, Hellos.GID)), Status.ERR_INVALID_CRED);
		assertRefused(Hellos.withPsec(tool, "native", Hellos.credential(Hellos.UID + 1, Hellos.GID)), Status.ERR_INVALID_CRED);
		server.setKernelUid(Optional.of(Hellos.UID + 1));
		requireTurnedAway(tool);
	}
}
