// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.benchmarks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.HelloReader;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

/** Encoding and decoding of whole messages of a job of 64 ranks, and of the hello. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MessageBenchmark {
	private static final int RANKS = 64;

	private final RequestCodec requests = new RequestCodec(Samples.PEER);
	private final ReplyCodec replies = new ReplyCodec(Samples.PEER);
	private final List<Kval> job = Samples.job(RANKS);
	private Reply.GetReply modex = new Reply.GetReply(Status.SUCCESS, List.of());
	private byte[] jobBytes = {};
	private byte[] modexBytes = {};
	private byte[] fenceBytes = {};
	private byte[] getBytes = {};
	private byte[] helloBytes = {};

	@Setup
	public void prepare() throws PmixException {
		modex = new Reply.GetReply(Status.SUCCESS, Samples.modex(RANKS));
		jobBytes = jobEncode();
		modexBytes = modexEncode();
		Proc all = new Proc(Samples.NSPACE, Rank.WILDCARD);
		fenceBytes = requests.encode(new DataRequest.Fence(List.of(all), Samples.infos(2)));
		getBytes = requests.encode(new DataRequest.Get(Samples.NSPACE, Rank.of(5), Samples.infos(2), "btl.tcp.5.0"));
		NativeCredential user = new NativeCredential(1000, 1000);
		helloBytes = HelloCodec.encode(new Hello(NativeCredential.NATIVE, user.encode(ByteOrder.nativeOrder()), HelloFlag.CLIENT,
				Optional.empty(), Optional.of(new Proc(Samples.NSPACE, Rank.of(0))), PeerVersion.parse("4.2.2"), List.of("v41"), false,
				"hash", ByteObject.EMPTY), ByteOrder.nativeOrder());
	}

	/** Encodes anew instead of returning the bytes that a blob keeps. */
	@Benchmark
	public byte[] jobEncode() throws PmixException {
		return replies.encode(new Reply.JobInfoReply(Status.SUCCESS, Samples.NSPACE, KvalBlob.of(job)));
	}

	@Benchmark
	public List<Kval> jobDecode() throws PmixException {
		return replies.decode(ReplyKind.JOB_INFO, ByteBuffer.wrap(jobBytes)).data().kvals(Samples.PEER.limits());
	}

	@Benchmark
	public byte[] modexEncode() throws PmixException {
		return replies.encode(modex);
	}

	@Benchmark
	public Reply.GetReply modexDecode() throws PmixException {
		return replies.decode(ReplyKind.GET, ByteBuffer.wrap(modexBytes));
	}

	@Benchmark
	public Request fenceDecode() throws PmixException {
		return requests.decode(ByteBuffer.wrap(fenceBytes));
	}

	@Benchmark
	public Request getDecode() throws PmixException {
		return requests.decode(ByteBuffer.wrap(getBytes));
	}

	@Benchmark
	public byte[] statusEncode() throws PmixException {
		return replies.encode(Reply.StatusReply.OK);
	}

	@Benchmark
	public Optional<Hello> helloRead() throws PmixException {
		return new HelloReader(Samples.PEER.limits()).next(ByteBuffer.wrap(helloBytes));
	}
}
