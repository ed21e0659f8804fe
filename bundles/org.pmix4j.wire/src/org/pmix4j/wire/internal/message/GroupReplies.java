// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;
import java.util.OptionalLong;

import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Reply.GroupReply;

/** Encodes and decodes replies to group construction, whose layout depends on the release. Stateless. */
final class GroupReplies {
	/** SIZE_MAX stands for no context id in layouts without a flag for it. */
	private static final long NO_CONTEXT = -1;

	private GroupReplies() {
	}

	/** Writes the fields after the status. */
	static void write(GroupReply reply, MessageWriter out) throws PmixException {
		if (!out.peer().groupsNameMembers()) {
			out.size(reply.contextId().orElse(NO_CONTEXT));
		} else if (reply.status().equals(Status.SUCCESS)) {
			out.procs(reply.members());
			context(reply.contextId(), out);
			if (out.peer().groupsHaveInfos()) {
				infos(reply.groupInfo(), out);
			}
		}
	}

	private static void context(OptionalLong contextId, MessageWriter out) throws PmixException {
		if (!out.peer().groupsFlagContext()) {
			out.size(contextId.orElse(NO_CONTEXT));
		} else {
			out.put(contextId.isPresent() ? PmixValue.Bool.TRUE : PmixValue.Bool.FALSE);
			if (contextId.isPresent()) {
				out.size(contextId.getAsLong());
			}
		}
	}

	/** Writes each info in its own pack, as this reply requires. */
	private static void infos(Infos infos, MessageWriter out) throws PmixException {
		List<Info> known = out.known(infos);
		out.size(known.size());
		for (Info info : known) {
			out.put(info);
		}
	}

	/** Reads the fields after the status. */
	static GroupReply read(Status status, MessageReader in) throws MalformedMessageException {
		if (!in.hasRemaining()) {
			return new GroupReply(status, List.of(), OptionalLong.empty(), Infos.EMPTY);
		}
		long first = in.size();
		if (!in.hasRemaining()) {
			// a lone number is always the oldest layout, whatever release the server claims
			return new GroupReply(status, List.of(), contextId(first), Infos.EMPTY);
		}
		List<Proc> members = in.packed(in.requireCount(first), DataType.PROC, Proc.class);
		if (!in.peer().groupsFlagContext()) {
			return new GroupReply(status, members, contextId(in.size()), Infos.EMPTY);
		}
		OptionalLong contextId = in.get(DataType.BOOL, PmixValue.Bool.class).value() ? OptionalLong.of(in.size()) : OptionalLong.empty();
		return new GroupReply(status, members, contextId, in.peer().groupsHaveInfos() ? infos(in) : Infos.EMPTY);
	}

	private static OptionalLong contextId(long value) {
		return value == NO_CONTEXT ? OptionalLong.empty() : OptionalLong.of(value);
	}

	private static Infos infos(MessageReader in) throws MalformedMessageException {
		return new Infos(in.each(in.count(), MessageReader::info));
	}
}
