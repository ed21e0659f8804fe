// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.thread.Timers;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.LoopTimer;

/**
 * Gives each group a number that no other group of this host ever has, and brings leaders and followers together. All processes of the
 * host are clients of one server, so a group with other members is refused. Owned by the host.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, pmix_server_grp_fn_t"
 */
public final class GroupService {
	private final Timers timers;
	private final Map<String, GroupAssembly> assemblies = new LinkedHashMap<>();
	private long lastContext;

	/** @param timers run tasks on this thread after a delay */
	public GroupService(Timers timers) {
		this.timers = timers;
	}

	/**
	 * Serves a group operation.
	 *
	 * @param operation construct or destruct
	 * @param name      of the group
	 * @param procs     its members; since 6.0 only those that one leader names, or none if a follower calls
	 * @param infos     directives; they name the caller if it is a leader or follower, and say whether all members are clients of the server
	 * @return the number, if it is wanted, and the members, if only the host knows them
	 */
	public CompletableFuture<Infos> serve(GroupOperation operation, String name, List<Proc> procs, Infos infos) {
		if (!operation.equals(GroupOperation.CONSTRUCT)) {
			return CompletableFuture.completedFuture(Infos.EMPTY);
		}
		try {
			if (procs.isEmpty() || infos.contains(GroupAttributes.GROUP_BOOTSTRAP)) {
				return assemble(name, procs, infos);
			}
			if (!infos.isTrue(GroupAttributes.GROUP_LOCAL_ONLY)) {
				throw new PmixException(Status.ERR_NOT_FOUND, "group " + name + ": not all of " + procs + " are running");
			}
			return CompletableFuture.completedFuture(numbered(infos.isTrue(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID), Infos.EMPTY));
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/**
	 * Adds a number that no other group of this host has.
	 *
	 * @param wanted whether one is wanted
	 * @param infos  what to add it to
	 * @return the infos, with the number if it is wanted
	 */
	public Infos numbered(boolean wanted, Infos infos) {
		return wanted ? infos.with(GroupAttributes.GROUP_CONTEXT_ID, ++lastContext) : infos;
	}

	private CompletableFuture<Infos> assemble(String name, List<Proc> procs, Infos infos) throws PmixException {
		Proc caller = infos.get(ProcAttributes.PROCID)
				.orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM, "group " + name + ": the request does not name its caller"));
		OptionalLong leaders = infos.get(GroupAttributes.GROUP_BOOTSTRAP).map(OptionalLong::of).orElse(OptionalLong.empty());
		Optional<Duration> limit = infos.get(KeyValueAttributes.TIMEOUT).filter(s -> s > 0).map(Duration::ofSeconds);
		GroupAssembly assembly = assemblies.computeIfAbsent(name, GroupAssembly::new);
		CompletableFuture<Infos> answer = assembly.join(new GroupAssembly.Participant(caller, procs, infos, new CompletableFuture<>()),
				leaders);
		limit.ifPresent(l -> {
			LoopTimer timer = timers.schedule(l, () -> end(assembly, Status.ERR_TIMEOUT, "the other processes did not join in time"));
			answer.whenComplete((result, problem) -> timer.cancel());
		});
		proceed(assembly);
		return answer;
	}

	private void proceed(GroupAssembly assembly) throws PmixException {
		if (assembly.isComplete()) {
			assemblies.remove(assembly.name());
			List<GroupAssembly.Participant> strangers = assembly.end(numbered(assembly.wantsContext(), assembly.result()));
			for (GroupAssembly.Participant stranger : strangers) {
				assemblies.computeIfAbsent(assembly.name(), GroupAssembly::new).join(stranger, OptionalLong.empty());
			}
		}
	}

	private void end(GroupAssembly assembly, Status status, String reason) {
		if (assemblies.remove(assembly.name(), assembly)) {
			assembly.fail(new PmixException(status, "group " + assembly.name() + ": " + reason));
		}
	}

	/**
	 * Fails the groups that wait for a process that has ended, unless they may be completed without it.
	 *
	 * @param proc the process
	 */
	public void processGone(Proc proc) {
		for (GroupAssembly assembly : new ArrayList<>(assemblies.values())) {
			try {
				if (assembly.survives(proc)) {
					proceed(assembly);
				} else {
					end(assembly, Status.ERR_LOST_CONNECTION, proc + " has ended");
				}
			} catch (PmixException e) {
				end(assembly, e.status(), String.valueOf(e.getMessage()));
			}
		}
	}
}
