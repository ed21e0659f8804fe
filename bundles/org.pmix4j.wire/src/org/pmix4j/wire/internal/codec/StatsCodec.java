// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.List;

import org.pmix4j.model.DiskStats;
import org.pmix4j.model.NetStats;
import org.pmix4j.model.NodeStats;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue.Float32;
import org.pmix4j.model.ProcStats;

/** Encodes and decodes structures of resource usage, field by field in wire order. Stateless. */
final class StatsCodec {
	private StatsCodec() {
	}

	static void put(WireWriter out, ProcStats stats) throws PmixException {
		out.pointer(stats.node());
		StructCodec.put(out, stats.proc());
		out.pid(stats.pid());
		out.pointer(stats.command());
		out.int8(stats.state());
		StructCodec.put(out, stats.time());
		out.int32(stats.priority());
		out.int16(stats.threads());
		put(out, stats.pss());
		put(out, stats.vsize());
		put(out, stats.rss());
		out.int16(stats.processor());
		StructCodec.put(out, stats.sampled());
	}

	static ProcStats procStats(WireReader in) throws MalformedMessageException {
		return new ProcStats(in.string(), StructCodec.proc(in), in.pid(), in.string(), in.int8(), StructCodec.timeVal(in), in.int32(),
				in.int16(), number(in), number(in), number(in), in.int16(), StructCodec.timeVal(in));
	}

	private static void put(WireWriter out, Float32 number) throws PmixException {
		out.pointer(number.text());
	}

	private static Float32 number(WireReader in) throws MalformedMessageException {
		return new Float32(in.string());
	}

	static void put(WireWriter out, DiskStats stats) throws PmixException {
		out.pointer(stats.disk());
		put(out, stats.counters());
	}

	static DiskStats diskStats(WireReader in) throws MalformedMessageException {
		return new DiskStats(in.string(), in.list(DiskStats.COUNTERS, WireReader::uint64));
	}

	static void put(WireWriter out, NetStats stats) throws PmixException {
		out.pointer(stats.interfaceName());
		put(out, stats.counters());
	}

	static NetStats netStats(WireReader in) throws MalformedMessageException {
		return new NetStats(in.string(), in.list(NetStats.COUNTERS, WireReader::uint64));
	}

	private static void put(WireWriter out, List<Long> counters) {
		for (long counter : counters) {
			out.uint64(counter);
		}
	}

	static void put(WireWriter out, NodeStats stats) throws PmixException {
		out.pointer(stats.node());
		for (Float32 figure : stats.figures()) {
			put(out, figure);
		}
		StructCodec.put(out, stats.sampled());
		out.size(stats.disks().size());
		for (DiskStats disk : stats.disks()) {
			put(out, disk);
		}
		out.size(stats.networks().size());
		for (NetStats network : stats.networks()) {
			put(out, network);
		}
	}

	static NodeStats nodeStats(WireReader in) throws MalformedMessageException {
		return new NodeStats(in.string(), in.list(NodeStats.FIGURES, StatsCodec::number), StructCodec.timeVal(in),
				in.list(in.size(), StatsCodec::diskStats), in.list(in.size(), StatsCodec::netStats));
	}
}
