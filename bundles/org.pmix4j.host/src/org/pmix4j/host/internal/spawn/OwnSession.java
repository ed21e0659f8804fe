// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.SessionOptions;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.KnownAttributes;

/**
 * The directives of a spawn that request resources: the job then runs in its own session, which holds them and ends with the job.
 * Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn: PMIX_ALLOC_NUM_NODES and others"
 */
public final class OwnSession {
	/** Each of these requests resources. */
	private static final Set<String> RESOURCES = keys(AllocAttributes.ALLOC_NUM_NODES, AllocAttributes.ALLOC_NODE_LIST,
			AllocAttributes.ALLOC_EXCLUDE, AllocAttributes.ALLOC_NUM_CPUS, AllocAttributes.ALLOC_NUM_CPU_LIST, AllocAttributes.ALLOC_CPU_LIST,
			AllocAttributes.ALLOC_MEM_SIZE, AllocAttributes.ALLOC_TIME, AllocAttributes.ALLOC_QUEUE, AllocAttributes.ALLOC_RES_BLOCK);
	/** Have an effect only beside one of the others. */
	private static final Set<String> TERMS = keys(AllocAttributes.ALLOC_NUM_BLOCKS, AllocAttributes.ALLOC_SHARE,
			AllocAttributes.ALLOC_PREEMPTIBLE, AllocAttributes.ALLOC_WARN_TIMEOUT, AllocAttributes.ALLOC_WAIT_ALL_NODES,
			AllocAttributes.ALLOC_NOSHELL, AllocAttributes.MEM_ALLOC_KIND);

	/** Ask for a part of the network. */
	private static final Set<String> FABRIC = keys(AllocAttributes.ALLOC_FABRIC, AllocAttributes.ALLOC_FABRIC_ID,
			AllocAttributes.ALLOC_BANDWIDTH, AllocAttributes.ALLOC_FABRIC_QOS, AllocAttributes.ALLOC_FABRIC_TYPE,
			AllocAttributes.ALLOC_FABRIC_PLANE, AllocAttributes.ALLOC_FABRIC_ENDPTS, AllocAttributes.ALLOC_FABRIC_ENDPTS_NODE,
			AllocAttributes.ALLOC_FABRIC_SEC_KEY);

	private OwnSession() {
	}

	private static Set<String> keys(Attribute<?>... attributes) {
		return Stream.of(attributes).map(Attribute::key).collect(Collectors.toUnmodifiableSet());
	}

	/** Returns the keys of all directives that count here. */
	static Stream<String> keys() {
		return Stream.concat(RESOURCES.stream(), TERMS.stream());
	}

	/** Returns whether a directive counts here. */
	static boolean reads(Info info) {
		return RESOURCES.contains(info.key()) || TERMS.contains(info.key());
	}

	/** Returns whether a directive requests a part of the network. */
	static boolean isOfFabric(Info info) {
		return FABRIC.contains(info.key());
	}

	/**
	 * @param infos directives for the job
	 * @return whether they request resources
	 */
	public static boolean isWanted(Infos infos) {
		return infos.stream().anyMatch(info -> RESOURCES.contains(info.key()));
	}

	/**
	 * @param infos directives for the job, which request resources
	 * @return the attributes of the request for them
	 * @throws PmixException BAD_PARAM if the directives name a session as well
	 */
	public static Infos request(Infos infos) throws PmixException {
		OptionValues options = OptionTable.read(infos);
		for (JobOption<?> option : SessionOptions.NAMES) {
			if (options.isSet(option)) {
				throw new PmixException(Status.ERR_BAD_PARAM, "spawn: " + asking(infos) + " asks for a new session, but "
						+ option.attributes().get(0).name() + " names one");
			}
		}
		return new Infos(infos.stream().filter(OwnSession::reads).toList());
	}

	/** Returns the name of the first directive that requests resources. */
	private static String asking(Infos infos) {
		Optional<String> key = infos.stream().map(Info::key).filter(RESOURCES::contains).findFirst();
		return key.flatMap(KnownAttributes::byKey).map(Attribute::name).orElse("");
	}

	/**
	 * @param request of a process
	 * @return the same request without the directives that request resources
	 */
	public static SpawnRequest granted(SpawnRequest request) {
		return new SpawnRequest(request.requester(), new Infos(request.infos().stream().filter(info -> !reads(info)).toList()),
				request.apps());
	}
}
