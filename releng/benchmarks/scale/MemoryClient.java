// SPDX-License-Identifier: EPL-2.0
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.message.ScopedData;

/** A client of release 4.2.2 at the other end of a connection in memory. Sends real requests; only counts the bytes of the replies. */
final class MemoryClient {
	static final int UID = OwnUser.ofThisProcess().orElseThrow().uid();

	private static final PeerVersion VERSION = PeerVersion.parse("4.2.2");
	private static final PeerFormat FORMAT = new PeerFormat(new Encoding(Dialect.V41, false), VERSION, Limits.DEFAULT);

	private final SimulatedLoop loop;
	private final Proc proc;
	private final MemoryTransport wire;
	private int lastTag = Tag.FIRST_DYNAMIC;
	private long received;

	private MemoryClient(SimulatedLoop loop, Proc proc, MemoryTransport wire) {
		this.loop = loop;
		this.proc = proc;
		this.wire = wire;
	}

	/** Connects a registered process. */
	static MemoryClient connect(SimulatedLoop loop, String uri, Proc proc) throws Exception {
		int port = Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1));
		MemoryClient client = new MemoryClient(loop, proc,
				(MemoryTransport) loop.connect(new InetSocketAddress(Listener.LOOPBACK.getAddress(), port), Duration.ZERO));
		Hello hello = new Hello(NativeCredential.NATIVE, new NativeCredential(UID, UID).encode(ByteOrder.nativeOrder()), HelloFlag.CLIENT,
				Optional.empty(), Optional.of(proc), VERSION, List.of(Dialect.V41.moduleName()), false, "hash", ByteObject.EMPTY);
		client.wire.put(HelloCodec.encode(hello, ByteOrder.nativeOrder()));
		client.settle();
		if (client.received == 0) {
			throw new IllegalStateException("the server does not accept " + proc);
		}
		return client;
	}

	/** Returns a commit of one text for all readers. */
	static DataRequest.Commit commit(String key, String text) {
		KvalBlob blob = KvalBlob.of(List.of(new Kval(key, new PmixValue.Str(text))));
		return new DataRequest.Commit(List.of(new ScopedData(Scope.LOCAL, blob), new ScopedData(Scope.REMOTE, blob)));
	}

	/** Sends a request, and lets the server handle it. */
	MemoryClient ask(Request request) throws PmixException {
		for (ByteBuffer part : FrameWriter.encode(new Frame(0, ++lastTag, new RequestCodec(FORMAT).encode(request)))) {
			byte[] bytes = new byte[part.remaining()];
			part.get(bytes);
			wire.put(bytes);
		}
		settle();
		return this;
	}

	private void settle() {
		loop.run();
		for (int count = wire.take().length; count > 0; count = wire.take().length) {
			received += count;
			loop.run();
		}
	}

	/** @return bytes of all replies, as far as they have arrived and room was left for them */
	long received() {
		return received + wire.available();
	}

	@Override
	public String toString() {
		return proc.toString();
	}
}
