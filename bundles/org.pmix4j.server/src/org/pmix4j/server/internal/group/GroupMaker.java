// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.internal.collective.CollectiveKey;
import org.pmix4j.server.internal.collective.Membership;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply.GroupReply;
import org.pmix4j.wire.internal.message.ScopedData;

/** Creates a group from the directives of its members and the answer of the host. Owned by {@link GroupCommands}, on the server's loop. */
public final class GroupMaker {
	private final GroupRegistry groups;
	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final ModexBlob modexBlob;

	public GroupMaker(GroupRegistry groups, NamespaceRegistry registry, ModexStore store, ModexBlob modexBlob) {
		this.groups = groups;
		this.registry = registry;
		this.store = store;
		this.modexBlob = modexBlob;
	}

	/** @return the same processes, with names of groups resolved */
	List<Proc> resolve(List<Proc> procs) throws PmixException {
		return groups.resolve(procs);
	}

	/** @return whether all of them are clients of this server */
	boolean isLocal(List<Proc> procs) {
		return Membership.of(procs, registry).isLocal();
	}

	/**
	 * Adds the group and stores the values that its members share.
	 *
	 * @param name   of the group
	 * @param procs  the named members; wildcards stand for all ranks
	 * @param wanted the directives of the members, signed
	 * @param result the infos from the host: context id, members, shared values
	 * @param jobs   the jobs that stand for all their ranks in the reply
	 * @return the reply for the members
	 */
	GroupReply make(String name, List<Proc> procs, Infos wanted, Infos result, Set<Proc> jobs) throws PmixException {
		GroupDirectives directives = new GroupDirectives(wanted);
		OptionalLong context = result.get(GroupAttributes.GROUP_CONTEXT_ID).map(OptionalLong::of).orElse(OptionalLong.empty());
		List<Proc> members = members(procs, directives, result);
		List<Proc> shown = isAsNamed(procs, directives, result) ? procs : withJobs(members, jobs);
		List<GroupInfo> given = GroupInfo.of(result);
		List<GroupInfo> shared = given.isEmpty() ? GroupInfo.of(wanted) : given;
		if (context.isPresent()) {
			Map<Proc, List<Kval>> values = new LinkedHashMap<>();
			for (GroupInfo info : shared) {
				values.computeIfAbsent(info.proc(), proc -> new ArrayList<>()).addAll(info.qualified(context.getAsLong()));
			}
			for (Map.Entry<Proc, List<Kval>> each : values.entrySet()) {
				store.addQualified(each.getKey(), each.getValue());
			}
		}
		groups.put(new ProcessGroup(name, members, shown, context, directives.isWatched(), Optional.empty()));
		return new GroupReply(Status.SUCCESS, shown, context, new Infos(shared.stream().map(GroupInfo::toInfo).toList()));
	}

	/** Replaces all ranks of each job, if they are there, by its name. */
	private List<Proc> withJobs(List<Proc> members, Set<Proc> jobs) {
		List<Proc> shown = members;
		for (Proc job : jobs) {
			Set<Proc> ranks = Set.copyOf(expand(List.of(job)));
			if (Set.copyOf(shown).containsAll(ranks)) {
				shown = shown.stream().map(member -> ranks.contains(member) ? job : member).distinct().toList();
			}
		}
		return shown;
	}

	/** @return the reply if the group was not constructed */
	static GroupReply refusal(Status status) {
		return new GroupReply(status, List.of(), OptionalLong.empty(), Infos.EMPTY);
	}

	/** Returns whether the names that the constructors used list each member once. */
	private static boolean isAsNamed(List<Proc> procs, GroupDirectives directives, Infos result) throws PmixException {
		boolean once = procs.stream().filter(proc -> !proc.rank().isProcess())
				.allMatch(wildcard -> procs.stream().filter(proc -> proc.nspace().equals(wildcard.nspace())).count() == 1);
		return once && GroupDirectives.procs(result, GroupAttributes.GROUP_MEMBERSHIP).isEmpty() && directives.added().isEmpty()
				&& directives.order().isEmpty() && !directives.isOptional();
	}

	/** Returns the members that the host has named, or else those that follow from the directives. */
	private List<Proc> members(List<Proc> procs, GroupDirectives directives, Infos result) throws PmixException {
		List<Proc> given = GroupDirectives.procs(result, GroupAttributes.GROUP_MEMBERSHIP);
		if (!given.isEmpty()) {
			return expand(given);
		}
		Set<Proc> members = new LinkedHashSet<>(expand(procs));
		members.addAll(expand(directives.added()));
		if (directives.isOptional()) {
			members.removeIf(member -> registry.client(member).filter(Client::isGone).isPresent());
		}
		Set<Proc> sorted = new LinkedHashSet<>(directives.order());
		sorted.retainAll(members);
		sorted.addAll(CollectiveKey.sorted(List.copyOf(members)));
		return List.copyOf(sorted);
	}

	/** Returns each process once, and replaces each wildcard by all ranks of the job, or by the local ranks if the job size is unknown. */
	List<Proc> expand(List<Proc> procs) {
		Set<Proc> all = new LinkedHashSet<>();
		Set<Proc> wildcards = new HashSet<>();
		for (Proc proc : procs) {
			Optional<Namespace> namespace = registry.find(proc.nspace());
			if (proc.rank().isProcess() || namespace.isEmpty()) {
				all.add(proc);
			} else if (wildcards.add(proc)) {
				expand(proc, namespace.get(), all);
			}
		}
		return List.copyOf(all);
	}

	private static void expand(Proc wildcard, Namespace namespace, Set<Proc> all) {
		int size = namespace.jobInfo().map(JobInfo::size).orElse(0);
		if (size > 0 && wildcard.rank().equals(Rank.WILDCARD)) {
			for (int rank = 0; rank < size; rank++) {
				all.add(Proc.of(wildcard.nspace(), rank));
			}
		} else {
			namespace.clients().forEach(client -> all.add(client.proc()));
		}
	}

	/**
	 * Stores the data of members of other servers.
	 *
	 * @param procs  the participants, sorted
	 * @param result the infos from the host
	 */
	void storeData(List<Proc> procs, Infos result) throws PmixException {
		ByteObject endpoints = result.get(GroupAttributes.GROUP_ENDPT_DATA).orElse(ByteObject.EMPTY);
		modexBlob.read(procs, endpoints);
		for (Info info : result) {
			if (info.key().equals(LevelAttributes.PROC_DATA.key())) {
				storeData(LevelAttributes.PROC_DATA.read(info.value()).infos());
			}
		}
	}

	/** Stores the data that a client since 6.0 has sent with its request: its name, a scope, and its values. */
	private void storeData(Infos infos) throws PmixException {
		Proc proc = infos.get(ProcAttributes.PROCID)
				.orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM, "the data of a member do not name the member"));
		List<Kval> kvals = infos.stream()
				.filter(info -> !info.key().equals(ProcAttributes.PROCID.key()) && !info.key().equals(KeyValueAttributes.DATA_SCOPE.key()))
				.map(info -> new Kval(info.key(), info.value())).toList();
		if (!registry.locality(proc).isLocal() && !kvals.isEmpty()) {
			store.commit(proc, List.of(new ScopedData(Scope.REMOTE, KvalBlob.of(kvals))));
		}
	}
}
