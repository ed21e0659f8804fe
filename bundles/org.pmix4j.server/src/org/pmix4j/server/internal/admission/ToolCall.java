// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.spi.ParentTool;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameMemory;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ProcessUser;
import org.pmix4j.wire.internal.handshake.ServerAddress;
import org.pmix4j.wire.internal.handshake.ServerOwner;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.Peer;
import org.pmix4j.wire.internal.peer.PeerHandler;

/**
 * Connects the server to the tool that has started its process, requests the information about the server's own job, and from then on
 * serves the tool as if it had connected itself. Owned by the server, on its loop; ends with the answer of the tool.
 *
 * @see "OpenPMIx src/server/pmix_server.c, PMIX_LAUNCHER_RNDZ_URI"
 */
public final class ToolCall {
	private static final Duration LIMIT = Duration.ofSeconds(5);
	/** Far from the tags of the tool's own requests, which come over the same connection. */
	private static final int TAG = 0x3fff_fff0;
	private static final String DATA_STORE = "hash";

	private final AdmissionContext context;
	private final PeerVersion release;
	private final CompletableFuture<ParentTool> result = new CompletableFuture<>();
	private Timer limit = Timer.NONE;

	private ToolCall(AdmissionContext context, PeerVersion release) {
		this.context = context;
		this.release = release;
	}

	/**
	 * Begins the call. Blocks until the connection is established.
	 *
	 * @param context the context of all handshakes of the server
	 * @param loop    of the server
	 * @param uri     identity and address of the tool
	 * @param version release of the tool's library
	 * @return the tool; completed on the loop. Fails with {@code ERR_BAD_PARAM} if the address is malformed, {@code ERR_UNREACH} or
	 *         {@code ERR_TIMEOUT} if the tool does not answer, {@code ERR_NO_PERMISSIONS} if another user listens there, or with its refusal
	 */
	public static CompletableFuture<ParentTool> begin(AdmissionContext context, EventLoop loop, String uri, String version) {
		ToolCall call = new ToolCall(context, PeerVersion.parse(version));
		try {
			Hello hello = call.hello();
			Transport transport = ConnectHandshake.proven(loop.connect(ServerAddress.parse(uri).address(), LIMIT),
					ServerOwner.THIS_USER_OR_ROOT, "the tool that started this launcher");
			loop.execute(() -> call.greet(transport, hello));
		} catch (IllegalArgumentException malformed) {
			call.result.completeExceptionally(new PmixException(Status.ERR_BAD_PARAM,
					"the address of the tool that started this launcher is malformed; expected: " + ServerAddress.FORM, malformed));
		} catch (IOException unreachable) {
			call.result.completeExceptionally(new PmixException(Status.ERR_UNREACH,
					"the tool that started this launcher does not answer: " + unreachable.getMessage(), unreachable));
		} catch (PmixException unusable) {
			call.result.completeExceptionally(unusable);
		}
		return call.result;
	}

	private Hello hello() throws PmixException {
		NativeCredential user = ProcessUser.ids().orElseThrow(() -> new PmixException(Status.ERR_NOT_SUPPORTED,
				"the user of this process cannot be read from /proc, so it cannot connect to a tool"));
		Dialect dialect = release.isAtLeast(4, 1, 0) ? Dialect.V41 : release.isAtLeast(4, 0, 0) ? Dialect.V4 : Dialect.V3;
		return new Hello(NativeCredential.NATIVE, user.encode(ByteOrder.nativeOrder()), HelloFlag.TOOL_GIVEN_ID, Optional.of(user),
				Optional.of(context.options().identity()), release, List.of(dialect.moduleName()), false, DATA_STORE,
				ByteObject.EMPTY);
	}

	private void greet(Transport transport, Hello hello) {
		PeerOptions options = new PeerOptions(context.options().limits(), ConnectionOptions.DEFAULT, LIMIT,
				PeerOptions.DEFAULT.tapFrames());
		limit = transport.loop().schedule(LIMIT, () -> result.completeExceptionally(
				new PmixException(Status.ERR_TIMEOUT, "the tool that started this launcher has not answered within " + LIMIT.toSeconds() + " s")));
		result.whenComplete((tool, problem) -> limit.cancel());
		try {
			PeerFormat format = new PeerFormat(HelloCheck.encoding(hello), release, context.options().limits());
			NativeCredential user = hello.user().orElseThrow();
			ConnectHandshake.start(transport, hello, release, options, (peer, reply) -> accepted(peer, reply, user, format))
					.whenComplete((peer, refusal) -> {
						if (refusal == null) {
							ask(peer, format);
						} else {
							result.completeExceptionally(refusal);
						}
					});
		} catch (PmixException unsupported) {
			transport.close();
			result.completeExceptionally(unsupported);
		}
	}

	private PeerHandler accepted(Peer peer, HelloReply reply, NativeCredential user, PeerFormat format) {
		assert peer.loop().inLoop();
		Proc tool = ((HelloReply.ToolAccepted) reply).server();
		context.clients().adopt(new Client(tool, user.uid(), user.gid(), tool));
		ServerPeer admitted = new ServerPeer(peer, tool, HelloFlag.TOOL_GIVEN_ID, user.uid(), format, context.memory(), context.log());
		context.clients().connected(admitted);
		return new Answering(context.handler(admitted), tool, format);
	}

	private void ask(Peer tool, PeerFormat format) {
		try {
			tool.send(TAG, new RequestCodec(format).encode(JobRequest.JobInfoRequest.INSTANCE));
		} catch (PmixException unsendable) {
			result.completeExceptionally(unsendable);
		}
	}

	private void answered(Proc tool, PeerFormat format, byte[] payload) {
		try {
			List<Info> infos = new ArrayList<>();
			for (Kval kval : new ReplyCodec(format).decode(ReplyKind.JOB_INFO, ByteBuffer.wrap(payload)).data()
					.kvals(context.options().limits())) {
				if (kval.key().equals(LevelAttributes.JOB_INFO_ARRAY.key()) && kval.value() instanceof DataArray array) {
					infos.addAll(array.infos().list());
				} else {
					infos.add(Info.of(kval.key(), kval.value()));
				}
			}
			result.complete(new ParentTool(tool, new Infos(infos)));
		} catch (PmixException malformed) {
			result.completeExceptionally(malformed);
		}
	}

	/** Takes the answer to the only request out of the tool's messages. */
	private final class Answering implements PeerHandler {
		private final PeerHandler served;
		private final Proc tool;
		private final PeerFormat format;

		private Answering(PeerHandler served, Proc tool, PeerFormat format) {
			this.served = served;
			this.tool = tool;
			this.format = format;
		}

		@Override
		public void received(Frame frame) throws PmixException {
			if (frame.tag() == TAG && !result.isDone()) {
				served.memory().give(frame.payload().length);
				answered(tool, format, frame.payload());
			} else {
				served.received(frame);
			}
		}

		@Override
		public FrameMemory memory() {
			return served.memory();
		}

		@Override
		public void lost(CloseReason reason) {
			result.completeExceptionally(new PmixException(Status.ERR_UNREACH,
					"the tool that started this launcher has closed the connection: " + reason.detail()));
			served.lost(reason);
		}

		@Override
		public void writable(boolean writable) {
			served.writable(writable);
		}

		@Override
		public void queued(long bytes) {
			served.queued(bytes);
		}
	}
}
