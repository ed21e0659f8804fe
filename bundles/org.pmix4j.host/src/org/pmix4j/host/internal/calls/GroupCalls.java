// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.group.GroupService;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/** Groups, as the server asks for them: passes everything to the host's thread. Owned by {@link HostUpcalls}. */
final class GroupCalls {
	private final HostThread thread;
	private final GroupService groups;

	GroupCalls(HostThread thread) {
		this.thread = thread;
		groups = new GroupService(thread::schedule);
	}

	CompletionStage<Infos> serve(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
		return CompletableFuture.supplyAsync(() -> groups.serve(operation, group, procs, infos), thread::execute)
				.thenCompose(answer -> answer);
	}

	/** A process has died; groups may wait for it. On the host's thread. */
	void lost(Proc proc) {
		groups.processGone(proc);
	}
}
