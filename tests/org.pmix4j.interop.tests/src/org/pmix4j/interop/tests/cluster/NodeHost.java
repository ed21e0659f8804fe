// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.cluster;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.PmixHost;

/** The host of one server of a {@link Cluster}: passes every request to the other nodes and returns their results. */
final class NodeHost implements PmixHost {
	private static final String PART = "cluster.part";

	private final Cluster cluster;
	private final int node;

	NodeHost(Cluster cluster, int node) {
		this.cluster = cluster;
		this.node = node;
	}

	@Override
	public CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
		cluster.fence();
		return cluster.meetings().join("fence of " + procs, node, procs, infos.with(Info.of(PART, data)))
				.thenApply(parts -> cluster.carry(joined(parts, PART)));
	}

	/** Concatenates the values of a key. */
	private static ByteObject joined(List<Infos> parts, String key) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		for (Infos part : parts) {
			part.value(key).ifPresent(value -> all.writeBytes(((ByteObject) value).toByteArray()));
		}
		return ByteObject.wrap(all.toByteArray());
	}

	@Override
	public CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
		return cluster.server(cluster.node(proc)).directModex(proc, infos);
	}

	@Override
	public CompletionStage<Void> connect(List<Proc> procs, Infos infos) {
		return cluster.meetings().join("connect of " + procs, node, procs, infos).thenApply(parts -> null);
	}

	@Override
	public CompletionStage<Void> disconnect(List<Proc> procs, Infos infos) {
		return cluster.meetings().join("disconnect of " + procs, node, procs, infos).thenApply(parts -> null);
	}

	@Override
	public CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
		return cluster.meetings().join(operation + " of " + group, node, procs, infos).thenApply(parts -> result(group, parts));
	}

	/** Returns the context id, which is the same for all nodes and different for the next group. */
	private Infos result(String group, List<Infos> parts) {
		try {
			boolean numbered = false;
			List<Info> shared = new ArrayList<>();
			for (Infos part : parts) {
				numbered |= part.isTrue(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID);
				part.stream().filter(info -> info.key().equals(GroupAttributes.GROUP_INFO.key())).forEach(shared::add);
			}
			Infos result = new Infos(shared).with(GroupAttributes.GROUP_ENDPT_DATA, joined(parts, GroupAttributes.GROUP_ENDPT_DATA.key()));
			return numbered ? result.with(GroupAttributes.GROUP_CONTEXT_ID, cluster.number(group, node)) : result;
		} catch (PmixException e) {
			throw new IllegalArgumentException(e);
		}
	}

	@Override
	public CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
		cluster.abort(caller, status.code());
		return CompletableFuture.completedFuture(null);
	}

	/** Sends an event to all other nodes; the end of a process is handled here. */
	@Override
	public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		if (code.equals(Status.ERR_LOST_CONNECTION)) {
			infos.stream().filter(info -> info.key().equals(ProcAttributes.PROCID.key()))
					.forEach(info -> cluster.died((Proc) info.value()));
			return CompletableFuture.completedFuture(null);
		}
		return range.equals(DataRange.PROC_LOCAL) ? CompletableFuture.completedFuture(null)
				: cluster.tellOthers(node, server -> server.notifyEvent(code, source, range, infos));
	}
}
