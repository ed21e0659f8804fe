// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.NodeRegex;
import org.pmix4j.wire.internal.codec.PpnRegex;

/**
 * Sorts a job's registration data, single values and nested arrays, by subject. Used once per registration, on any thread.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_register_nspace; OpenPMIx src/mca/gds/hash"
 */
public final class JobInfoReader {
	private static final Integer FIRST_APP = 0;

	private final JobInfo info;
	private final String hostname;
	private final Limits limits;
	/** Ranks are kept as ranges, so that memory does not limit their number. */
	private final Limits rankLimits;

	private JobInfoReader(String hostname, Limits limits) {
		this.info = new JobInfo(hostname);
		this.hostname = hostname;
		this.limits = limits;
		this.rankLimits = limits.withMaxCount(Limits.DEFAULT.maxCount());
	}

	/**
	 * @param infos    the registered data
	 * @param hostname name of the server's own node, the subject of single node values
	 * @param limits   bounds for map expressions
	 * @return the data by subject, without additions
	 * @throws PmixException BAD_PARAM if an array does not name its subject or a map cannot be parsed
	 */
	public static JobInfo read(Infos infos, String hostname, Limits limits) throws PmixException {
		JobInfoReader reader = new JobInfoReader(hostname, limits);
		reader.sort(infos);
		return reader.info;
	}

	private void sort(Infos infos) throws PmixException {
		for (Info next : infos) {
			if (StopPoints.isOne(next)) {
				info.stops().add(next);
			} else if (!sortArray(next) && !keepQualified(Rank.WILDCARD, next)) {
				KeyRealm realm = KeyRealm.of(next.key());
				subject(realm).put(next.key(), next.value());
				if (realm == KeyRealm.NODE) {
					info.nodeTable().changed(hostname);
				}
			}
		}
	}

	/** Keeps values with qualifiers in a list, since a key may have several. */
	private boolean keepQualified(Rank rank, Info next) {
		boolean qualified = next.key().equals(KeyValueAttributes.QUALIFIED_VALUE.key());
		if (qualified) {
			info.qualified.computeIfAbsent(rank.value(), r -> new ArrayList<>()).add(next.value());
		}
		return qualified;
	}

	/** Returns the subject of a single value: the session, this node, or the only application. */
	private Map<String, PmixValue> subject(KeyRealm realm) throws PmixException {
		return switch (realm) {
			case SESSION -> info.session();
			case JOB -> info.job();
			case NODE -> info.nodeTable().get(hostname);
			case APP -> {
				if (info.apps().size() > 1) {
					throw new PmixException(Status.ERR_BAD_PARAM, "application data outside of " + LevelAttributes.APP_INFO_ARRAY
							+ ", though the job has " + info.apps().size() + " applications");
				}
				yield info.app(FIRST_APP);
			}
		};
	}

	private boolean sortArray(Info next) throws PmixException {
		switch (next.key()) {
			case "pmix.job.arr" -> sort(array(LevelAttributes.JOB_INFO_ARRAY, next));
			case "pmix.ssn.arr" -> fill(info.session(), array(LevelAttributes.SESSION_INFO_ARRAY, next));
			case "pmix.node.arr" -> {
				Infos array = array(LevelAttributes.NODE_INFO_ARRAY, next);
				String name = nodeName(array);
				fill(info.nodeTable().get(name), array);
				info.nodeTable().changed(name);
			}
			case "pmix.app.arr" -> {
				Infos array = array(LevelAttributes.APP_INFO_ARRAY, next);
				fill(info.app(array.get(AppAttributes.APPNUM).orElse(FIRST_APP)), array);
			}
			case "pmix.pdata" -> {
				Infos array = array(LevelAttributes.PROC_INFO_ARRAY, next);
				Rank rank = array.get(ProcAttributes.RANK)
						.orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM, "process data without " + ProcAttributes.RANK));
				fillRank(rank, array);
			}
			case "pmix.nmap", "pmix.nmap.raw" -> info.nodeMap = next.value() instanceof PmixValue.Regex(ByteObject regex)
					? NodeRegex.parse(regex, limits)
					: NodeRegex.parse(text(next), limits);
			case "pmix.pmap", "pmix.pmap.raw" -> info.procMap = next.value() instanceof PmixValue.Regex(ByteObject regex)
					? PpnRegex.parse(regex, rankLimits)
					: PpnRegex.parse(text(next), rankLimits);
			// registering the namespace without data needs no action
			case "pmix.reg.nodata" -> ServerAttributes.REGISTER_NODATA.read(next.value());
			default -> {
				return false;
			}
		}
		return true;
	}

	/** Stores an array: nested arrays have their own subjects, all other values belong to the array's subject. */
	private void fill(Map<String, PmixValue> subject, Infos array) throws PmixException {
		for (Info next : array) {
			if (!sortArray(next)) {
				subject.put(next.key(), next.value());
			}
		}
	}

	private static Infos array(Attribute<DataArray> attribute, Info next) throws PmixException {
		return attribute.read(next.value()).infos();
	}

	private void fillRank(Rank rank, Infos array) throws PmixException {
		Map<String, PmixValue> subject = rank.isProcess() ? info.rank(rank.value()) : info.job();
		for (Info next : array) {
			if (!sortArray(next) && !keepQualified(rank.isProcess() ? rank : Rank.WILDCARD, next)) {
				subject.put(next.key(), next.value());
			}
		}
	}

	private static String text(Info next) throws PmixException {
		if (next.value() instanceof PmixValue.Str(String text)) {
			return text;
		}
		throw new PmixException(Status.ERR_BAD_PARAM, next.key() + " must be a string or a regular expression, not " + next.value().type());
	}

	private String nodeName(Infos array) throws PmixException {
		Optional<String> name = array.get(NodeAttributes.HOSTNAME);
		if (name.isPresent()) {
			return name.get();
		}
		Optional<Integer> id = array.get(NodeAttributes.NODEID);
		if (id.isEmpty()) {
			return hostname;
		}
		Optional<String> known = info.nodeTable().withId(id.get());
		if (known.isPresent()) {
			return known.get();
		}
		if (id.get() >= 0 && id.get() < info.nodeMap.size()) {
			return info.nodeMap.get(id.get());
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "an array of node data refers to the unknown node " + id.get());
	}
}
