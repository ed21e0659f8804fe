// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.StoredValue.Realm;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.wire.Limits;

/** Lists the values that the server stores for one job or rank, up to a limit. Used once, on the loop. */
final class StoredValues {
	private final List<StoredValue> found = new ArrayList<>();
	private final int most;

	private StoredValues(int most) {
		this.most = most;
	}

	/** @throws PmixException NOT_FOUND if the namespace is unknown */
	static List<StoredValue> of(Proc proc, int most, ServerParts parts, Limits limits) throws PmixException {
		JobInfo info = parts.registry().find(proc.nspace()).flatMap(Namespace::jobInfo)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "the server has no data of the namespace " + proc.nspace()));
		StoredValues values = new StoredValues(most);
		if (proc.rank().isProcess()) {
			values.add(Realm.RANK, proc.rank().toString(), info.kvals(proc.rank()));
			values.addCommitted(proc, parts.store(), limits);
		} else {
			values.addJob(info);
		}
		return List.copyOf(values.found);
	}

	private void addJob(JobInfo info) {
		add(Realm.JOB, "", info.kvals(Rank.WILDCARD));
		PmixValue session = info.session().get(SessionAttributes.SESSION_ID.key());
		add(Realm.SESSION, session instanceof PmixValue.UInt32 number ? Integer.toUnsignedString(number.value()) : "", info.session());
		info.apps().forEach((number, values) -> add(Realm.APP, Integer.toString(number), values));
		info.nodes().forEach((name, values) -> add(Realm.NODE, name, values));
	}

	private void addCommitted(Proc proc, ModexStore store, Limits limits) throws PmixException {
		List<Kval> local = store.read(proc, Scope.LOCAL).kvals(limits);
		List<Kval> remote = store.read(proc, Scope.REMOTE).kvals(limits);
		Set<Kval> onlyRemote = new LinkedHashSet<>(remote);
		String rank = proc.rank().toString();
		for (Kval kval : local) {
			add(onlyRemote.remove(kval) ? Realm.GLOBAL : Realm.LOCAL, rank, kval.key(), kval.value());
		}
		onlyRemote.forEach(kval -> add(Realm.REMOTE, rank, kval.key(), kval.value()));
	}

	private void add(Realm realm, String subject, Map<String, PmixValue> values) {
		values.forEach((key, value) -> add(realm, subject, key, value));
	}

	private void add(Realm realm, String subject, List<Kval> values) {
		values.forEach(kval -> add(realm, subject, kval.key(), kval.value()));
	}

	private void add(Realm realm, String subject, String key, PmixValue value) {
		if (found.size() < most) {
			found.add(new StoredValue(realm, subject, key, value));
		}
	}
}
