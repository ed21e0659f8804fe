// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PackedBuffer;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.TimeVal;

/** Encodes and decodes structures of processes, keys and programs, field by field in wire order. Stateless. */
final class StructCodec {
	/** Codes of the library for buffers with and without a type before each item. */
	private static final int DESCRIBED = 2;
	private static final int NOT_DESCRIBED = 1;

	private StructCodec() {
	}

	static void put(WireWriter out, TimeVal time) {
		out.int64(time.seconds());
		out.int64(time.microseconds());
	}

	static TimeVal timeVal(WireReader in) throws MalformedMessageException {
		return new TimeVal(in.int64(), in.int64());
	}

	static void put(WireWriter out, Proc proc) throws PmixException {
		out.string(proc.nspace());
		out.uint32(proc.rank().value());
	}

	static Proc proc(WireReader in) throws MalformedMessageException {
		return new Proc(in.name(), Rank.of(in.uint32()));
	}

	static void put(WireWriter out, Info info) throws PmixException {
		out.string(info.key());
		out.uint32(info.flags().bits());
		ValueCodec.putTyped(out, info.value());
	}

	static Info info(WireReader in) throws MalformedMessageException {
		String key = in.string();
		InfoDirectives flags = InfoDirectives.of(in.uint32());
		return new Info(key, ValueCodec.typed(in), flags);
	}

	static void put(WireWriter out, Infos infos) throws PmixException {
		out.size(infos.size());
		for (Info info : infos.list()) {
			put(out, info);
		}
	}

	static Infos infos(WireReader in) throws MalformedMessageException {
		return new Infos(in.list(in.size(), StructCodec::info));
	}

	static void put(WireWriter out, PublishedData data) throws PmixException {
		put(out, data.publisher());
		out.string(data.key());
		ValueCodec.putTyped(out, data.value());
	}

	static PublishedData publishedData(WireReader in) throws MalformedMessageException {
		return new PublishedData(proc(in), in.string(), ValueCodec.typed(in));
	}

	static void put(WireWriter out, Kval kval) throws PmixException {
		out.string(kval.key());
		ValueCodec.putTyped(out, kval.value());
	}

	static Kval kval(WireReader in) throws MalformedMessageException {
		return new Kval(in.string(), ValueCodec.typed(in));
	}

	static void put(WireWriter out, PackedBuffer buffer) {
		out.int8(buffer.described() ? DESCRIBED : NOT_DESCRIBED);
		out.sizedBytes(buffer.content());
	}

	static PackedBuffer packedBuffer(WireReader in) throws MalformedMessageException {
		return new PackedBuffer(in.int8() == DESCRIBED, in.sizedBytes());
	}

	static void put(WireWriter out, App app) throws PmixException {
		out.pointer(app.command());
		out.cInt(app.arguments().size());
		out.strings(app.arguments());
		out.int32(app.environment().size());
		out.strings(app.environment());
		out.pointer(app.workingDirectory());
		out.cInt(app.maxProcs());
		put(out, app.infos());
	}

	static App app(WireReader in) throws MalformedMessageException {
		String command = in.string();
		List<String> arguments = in.list(in.cInt(), WireReader::string);
		List<String> environment = in.list(in.int32(), WireReader::string);
		return new App(command, arguments, environment, in.string(), in.cInt(), infos(in));
	}

	static void put(WireWriter out, ProcInfo info) throws PmixException {
		put(out, info.proc());
		out.pointer(info.hostname());
		out.pointer(info.executable());
		out.pid(info.pid());
		out.int8(info.state().code());
	}

	static ProcInfo procInfo(WireReader in) throws MalformedMessageException {
		return new ProcInfo(proc(in), in.string(), in.string(), in.pid(), ProcState.of(in.int8() & 0xff));
	}

	static void put(WireWriter out, Query query) throws PmixException {
		out.int32(query.keys().size());
		out.strings(query.keys());
		put(out, query.qualifiers());
	}

	static Query query(WireReader in) throws MalformedMessageException {
		return new Query(in.list(in.int32(), WireReader::string), infos(in));
	}

	static void put(WireWriter out, Envar envar) throws PmixException {
		out.pointer(envar.name());
		out.pointer(envar.value());
		out.int8(envar.separator());
	}

	static Envar envar(WireReader in) throws MalformedMessageException {
		return new Envar(in.string(), in.string(), (char) (in.int8() & 0xff));
	}

	static void put(WireWriter out, RegisteredAttribute attribute) throws PmixException {
		out.pointer(attribute.name());
		out.string(attribute.key());
		out.uint16(attribute.valueType().code());
		out.int32(attribute.description().size());
		out.strings(attribute.description());
	}

	static RegisteredAttribute registeredAttribute(WireReader in) throws MalformedMessageException {
		return new RegisteredAttribute(in.string(), in.string(), DataType.of(in.uint16()), in.list(in.int32(), WireReader::string));
	}
}
