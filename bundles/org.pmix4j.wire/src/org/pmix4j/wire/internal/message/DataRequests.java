// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PackedBuffer;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Scope;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Encodes the fields of data requests and decodes their parts. Stateless. */
final class DataRequests {
	private DataRequests() {
	}

	static void write(DataRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case DataRequest.Commit commit -> commit(commit, out);
			case DataRequest.Fence fence -> out.procs(fence.procs()).infos(fence.infos());
			case DataRequest.Get get -> {
				out.text(get.nspace()).put(get.rank()).infos(get.infos());
				if (!get.key().isEmpty()) {
					out.text(get.key());
				}
			}
			case DataRequest.Publish publish -> out.uint32(publish.uid()).infos(publish.infos());
			case DataRequest.Lookup lookup -> {
				keys(lookup.keys(), out.uint32(lookup.uid()));
				out.infos(lookup.infos());
			}
			case DataRequest.Unpublish unpublish -> {
				keys(unpublish.keys(), out.uint32(unpublish.uid()));
				out.infos(unpublish.infos());
			}
			case DataRequest.RefreshCache refresh -> out.text(refresh.nspace()).put(refresh.rank());
			case DataRequest.ResolvePeers peers -> out.text(peers.node()).text(peers.nspace());
			case DataRequest.ResolveNode node -> out.text(node.nspace());
		}
	}

	private static void commit(DataRequest.Commit commit, MessageWriter out) throws PmixException {
		Encoding encoding = out.peer().encoding();
		for (ScopedData part : commit.data()) {
			out.put(part.scope());
			out.put(new PackedBuffer(encoding.described(), part.data().encodedFor(encoding, out.peer().limits())));
		}
	}

	/** Each key has its own pack. */
	private static void keys(List<String> keys, MessageWriter out) throws PmixException {
		out.size(keys.size());
		for (String key : keys) {
			out.text(key);
		}
	}

	static ScopedData part(MessageReader in) throws MalformedMessageException {
		Scope scope = in.get(DataType.SCOPE, Scope.class);
		PackedBuffer buffer = in.get(DataType.BUFFER, PackedBuffer.class);
		Encoding encoding = in.peer().encoding().described(buffer.described());
		return new ScopedData(scope, KvalBlob.packed(encoding, buffer.content()));
	}

	static List<String> keys(MessageReader in) throws MalformedMessageException {
		return in.each(in.count(), MessageReader::text);
	}
}
