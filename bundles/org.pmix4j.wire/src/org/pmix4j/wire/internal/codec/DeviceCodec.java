// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Coord;
import org.pmix4j.model.Device;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Endpoint;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.NodePid;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Topology;

/** Encodes and decodes structures of hardware and fabrics, field by field in wire order. Stateless. */
final class DeviceCodec {
	/** Length in bytes of hwloc's support flags in its releases 2.0 to 2.9: 3 to 6 for discovery, 11 for binding, 15 for memory. */
	private static final int MIN_SUPPORT = 29;
	private static final int MAX_SUPPORT = 32;

	private DeviceCodec() {
	}

	static void put(WireWriter out, Coord coord) {
		out.int8(coord.view());
		out.size(coord.coordinates().size());
		for (int coordinate : coord.coordinates()) {
			out.uint32(coordinate);
		}
	}

	static Coord coord(WireReader in) throws MalformedMessageException {
		return new Coord(in.int8() & 0xff, in.list(in.size(), WireReader::uint32));
	}

	static void put(WireWriter out, Geometry geometry) throws PmixException {
		out.size(geometry.fabric());
		out.pointer(geometry.uuid());
		out.pointer(geometry.osName());
		out.size(geometry.coordinates().size());
		for (Coord coord : geometry.coordinates()) {
			put(out, coord);
		}
	}

	static Geometry geometry(WireReader in) throws MalformedMessageException {
		return new Geometry(in.size(), in.string(), in.string(), in.list(in.size(), DeviceCodec::coord));
	}

	static void put(WireWriter out, DeviceDistance distance) throws PmixException {
		out.pointer(distance.uuid());
		out.pointer(distance.osName());
		out.uint64(distance.deviceType().bits());
		out.uint16(distance.min());
		out.uint16(distance.max());
	}

	static DeviceDistance deviceDistance(WireReader in) throws MalformedMessageException {
		return new DeviceDistance(in.string(), in.string(), deviceType(in), (short) in.uint16(), (short) in.uint16());
	}

	static DeviceType deviceType(WireReader in) throws MalformedMessageException {
		return DeviceType.of(in.uint64());
	}

	static void put(WireWriter out, Endpoint endpoint) throws PmixException {
		out.pointer(endpoint.uuid());
		out.pointer(endpoint.osName());
		out.sizedBytes(endpoint.address());
	}

	static Endpoint endpoint(WireReader in) throws MalformedMessageException {
		return new Endpoint(in.string(), in.string(), in.sizedBytes());
	}

	/** Sends no topology to a peer that expects flags if there are none: it would take the next value for the flags. */
	static void put(WireWriter out, Topology topology) throws PmixException {
		if (out.since7()) {
			out.pointer(topology.xml());
		} else if (topology.xml().isEmpty() || topology.support().size() == 0) {
			out.pointer("");
		} else {
			out.pointer(topology.xml());
			out.raw(topology.support());
		}
	}

	/** Reads a topology. The flags have no length, so fewer flags (of an older hwloc) are recognized only at the end of the message. */
	static Topology topology(WireReader in) throws MalformedMessageException {
		String xml = in.nullableString();
		ByteObject support = xml == null || in.since7() ? ByteObject.EMPTY : in.raw(Math.clamp(in.remaining(), MIN_SUPPORT, MAX_SUPPORT));
		// an empty description is not followed by flags
		return xml == null || xml.isEmpty() ? new Topology("", ByteObject.EMPTY) : new Topology(xml, support);
	}

	static void put(WireWriter out, Device device) throws PmixException {
		out.pointer(device.uuid());
		out.pointer(device.osName());
		out.uint64(device.deviceType().bits());
	}

	static Device device(WireReader in) throws MalformedMessageException {
		return new Device(in.string(), in.string(), deviceType(in));
	}

	static void put(WireWriter out, ResourceUnit unit) {
		out.uint64(unit.deviceType().bits());
		out.size(unit.count());
	}

	static ResourceUnit resourceUnit(WireReader in) throws MalformedMessageException {
		return new ResourceUnit(deviceType(in), in.size());
	}

	static void put(WireWriter out, NodePid process) throws PmixException {
		out.pointer(process.hostname());
		out.uint32(process.nodeId());
		out.pid(process.pid());
	}

	static NodePid nodePid(WireReader in) throws MalformedMessageException {
		return new NodePid(in.string(), in.uint32(), in.pid());
	}
}
