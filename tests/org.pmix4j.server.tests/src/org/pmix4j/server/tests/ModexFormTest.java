// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Zlib;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Tests the layouts of other servers' contributions to a collecting fence. The bytes are made by hand, after src/server/pmix_server_ops.c
 * of OpenPMIx 4.2.2 and src/server/pmix_server_fence.c of 6.1.
 */
class ModexFormTest {
	private static final Encoding OLDER = new Encoding(Dialect.V41, false);
	private static final Encoding NEWER = new Encoding(Dialect.V61, false);
	private static final PmixValue VALUE = new PmixValue.Str("a value that is long enough to be worth being compressed, as it says so itself");

	/** Adds the contribution of another server. */
	private static final class Other implements PmixHost {
		private ByteObject contribution = ByteObject.EMPTY;

		@Override
		public CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
			return CompletableFuture.completedFuture(contribution);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Other host = new Other();
	private final TestServer server;
	private final TestPeer peer;

	ModexFormTest() throws PmixException {
		server = TestServer.open(host);
		server.namespace("job", 2, 1);
		server.client(Proc.of("job", 0));
		peer = server.connect("job", 0);
	}

	private static PmixValue flag(int value) {
		return new PmixValue.RawByte((byte) value);
	}

	private static ByteObject object(Packer content) throws PmixException {
		return new Packer(OLDER).put(content.toByteObject()).toByteObject();
	}

	/** Returns the status of a fence with a contribution. */
	private Status fence(Packer contribution) throws PmixException {
		host.contribution = object(contribution);
		return peer.ask(new DataRequest.Fence(List.of(Proc.wildcard("job")), Infos.of(Info.of(KeyValueAttributes.COLLECT_DATA, true))));
	}

	private String valueOf(int rank) throws PmixException {
		return Puts.values(peer.ask(Puts.get("job", rank, "key"), ReplyKind.GET), peer).get("key");
	}

	private static Packer newerBucket(int collected) throws PmixException {
		Packer one = new Packer(NEWER).put(Proc.of("job", 1)).put(new Kval("key", VALUE));
		return new Packer(NEWER).put(flag(collected)).put(one.toByteObject());
	}

	@Test
	void fence_release4_numberedKeys_areRead() throws PmixException {
		Packer one = new Packer(OLDER).put(Rank.of(1)).put(new PmixValue.UInt32(1)).put(new PmixValue.Boxed(VALUE));
		Packer bucket = new Packer(OLDER).put(flag(3)).put(new PmixValue.UInt32(2))
				.putAll(DataType.STRING, List.of(new PmixValue.Str("other"), new PmixValue.Str("key"))).put(one.toByteObject());

		assertThat(fence(bucket)).isEqualTo(Status.SUCCESS);
		assertThat(valueOf(1)).isEqualTo(((PmixValue.Str) VALUE).value());
	}

	@Test
	void fence_release4_unknownKeyNumber_isAnError() throws PmixException {
		Packer one = new Packer(OLDER).put(Rank.of(1)).put(new PmixValue.UInt32(7)).put(new PmixValue.Boxed(VALUE));
		Packer bucket = new Packer(OLDER).put(flag(3)).put(new PmixValue.UInt32(1)).put(new PmixValue.Str("key")).put(one.toByteObject());

		assertThat(fence(bucket)).isEqualTo(Status.ERR_UNPACK_FAILURE);
		assertThat(log.errors()).hasSize(1);
	}

	@Test
	void fence_release6_plain_isRead() throws PmixException {
		assertThat(fence(new Packer(NEWER).put(PmixValue.Bool.FALSE).put(newerBucket(1).toByteObject()))).isEqualTo(Status.SUCCESS);
		assertThat(valueOf(1)).isEqualTo(((PmixValue.Str) VALUE).value());
	}

	@Test
	void fence_release6_compressed_isRead() throws PmixException {
		ByteObject compressed = Zlib.deflate(newerBucket(1).toByteObject());

		assertThat(fence(new Packer(NEWER).put(PmixValue.Bool.TRUE).put(compressed))).isEqualTo(Status.SUCCESS);
		assertThat(valueOf(1)).isEqualTo(((PmixValue.Str) VALUE).value());
	}

	@Test
	void fence_release6_notCollected_isAnInvalidArgument() throws PmixException {
		assertThat(fence(new Packer(NEWER).put(PmixValue.Bool.FALSE).put(newerBucket(0).toByteObject())))
				.isEqualTo(Status.ERR_INVALID_ARG);
		assertThat(log.errors()).hasSize(1);
	}
}
