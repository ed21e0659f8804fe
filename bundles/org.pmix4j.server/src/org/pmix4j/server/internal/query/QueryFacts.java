// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.server.internal.group.GroupRegistry;
import org.pmix4j.server.internal.group.ProcessGroup;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.internal.registry.Resolver;

/** Provides registered data for queries. Owned by the server, on its loop. */
public final class QueryFacts implements ServerFacts {
	private final NamespaceRegistry registry;
	private final Resolver resolver;
	private final ProcessSets processSets;
	private final GroupRegistry groups;
	private final String hostname;

	public QueryFacts(NamespaceRegistry registry, Resolver resolver, ProcessSets processSets, GroupRegistry groups, String hostname) {
		this.registry = registry;
		this.resolver = resolver;
		this.processSets = processSets;
		this.groups = groups;
		this.hostname = hostname;
	}

	@Override
	public String hostname() {
		return hostname;
	}

	@Override
	public List<String> namespaces() {
		return registry.all().stream().filter(namespace -> namespace.jobInfo().isPresent() && !namespace.isAdopted())
				.map(namespace -> namespace.name()).toList();
	}

	@Override
	public Optional<PmixValue> find(QuerySubject subject, String key) {
		return jobs(subject).map(job -> find(job, subject, key)).flatMap(Optional::stream).findFirst();
	}

	/** Returns the job of the subject; all jobs if a session is named, which may be another one than the job's. */
	private Stream<JobInfo> jobs(QuerySubject subject) {
		boolean anySession = subject.realm().filter(named -> named.realm() == KeyRealm.SESSION).flatMap(named -> named.directives().session())
				.isPresent();
		Stream<Namespace> meant = anySession ? registry.all().stream() : registry.find(subject.proc().nspace()).stream();
		return meant.map(Namespace::jobInfo).flatMap(Optional::stream);
	}

	private static Optional<PmixValue> find(JobInfo job, QuerySubject subject, String key) {
		if (subject.realm().isPresent()) {
			return subject.realm().get().find(job, subject.proc().rank(), key);
		}
		return job.find(subject.proc().rank(), key).stream().filter(kval -> kval.key().equals(key)).map(Kval::value).findFirst();
	}

	@Override
	public List<Proc> peers(String node, String nspace) {
		return resolver.peers(node, nspace);
	}

	@Override
	public List<String> nodes(String nspace) {
		return List.copyOf(resolver.nodes(nspace));
	}

	@Override
	public Map<String, List<Proc>> processSets() {
		Map<String, List<Proc>> sets = new LinkedHashMap<>();
		processSets.names().forEach(name -> processSets.members(name).ifPresent(members -> sets.put(name, members)));
		return sets;
	}

	@Override
	public Map<String, List<Proc>> groups() {
		Map<String, List<Proc>> members = new LinkedHashMap<>();
		groups.all().stream().filter(ProcessGroup::formed).forEach(group -> members.put(group.name(), group.announced()));
		return members;
	}
}
