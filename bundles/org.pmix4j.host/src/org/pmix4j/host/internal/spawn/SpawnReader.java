// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.ErrorPolicy;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.OutputSpec;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * Reads the request of PMIx_Spawn: what it leaves open is as with the job that the requester belongs to. Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn; PRRTE, prted/pmix/pmix_server_dyn.c"
 */
public final class SpawnReader {
	private final SpawnRequest request;
	private final SpawnBase base;

	private SpawnReader(SpawnRequest request, SpawnBase base) {
		this.request = request;
		this.base = base;
	}

	/**
	 * @param request what a process wants
	 * @param base    what the job begins with
	 * @return the job
	 * @throws PmixException with the status for the process if the job cannot be run as it is wanted
	 */
	public static SpawnOrder read(SpawnRequest request, SpawnBase base) throws PmixException {
		Infos infos = RuntimeOptions.expand(request.infos());
		return new SpawnReader(new SpawnRequest(request.requester(), infos, request.apps()), base).read();
	}

	private SpawnOrder read() throws PmixException {
		Infos infos = request.infos();
		SpawnSupport.check(infos);
		if (request.apps().isEmpty()) {
			throw new PmixException(Status.ERR_JOB_NO_EXE_SPECIFIED, "spawn: no program is named");
		}
		JobSpec spec = spec();
		requireRoom(spec.size());
		return new SpawnOrder(spec, news(), new SpawnOrder.Bonds(dependence(),
				infos.isTrue(SpawnAttributes.REPORT_CHILD_SEP)), SpawnStreams.forwarded(infos), startLimit(),
				SpawnSupport.forRanks(infos, spec.apps(), request.apps()));
	}

	private SpawnOrder.Dependence dependence() throws PmixException {
		if (isFalse(SpawnAttributes.SPAWN_CHILD_SEP)) {
			return SpawnOrder.Dependence.ENDS;
		}
		return request.infos().isTrue(SpawnAttributes.SPAWN_CHILD_SEP) ? SpawnOrder.Dependence.NONE : SpawnOrder.Dependence.FAILS;
	}

	private JobSpec spec() throws PmixException {
		JobSpec.Builder spec = JobSpec.builder().directory(base.directory()).environment(Map.of()).sink(base.sink())
				.output(output()).stdin(SpawnStreams.stdin(request.infos())).errorPolicy(policy()).timeout(seconds(SpawnAttributes.JOB_TIMEOUT))
				.launch(LaunchReader.read(request.infos()));
		AppReader reader = new AppReader(base, request.infos());
		for (App app : request.apps()) {
			spec.app(reader.read(app));
		}
		try {
			return spec.build();
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "spawn: " + e.getMessage(), e);
		}
	}

	private ErrorPolicy policy() throws PmixException {
		Infos infos = request.infos();
		if (infos.contains(SpawnAttributes.JOB_CONTINUOUS) || infos.contains(SpawnAttributes.JOB_RECOVERABLE)) {
			return infos.isTrue(SpawnAttributes.JOB_CONTINUOUS) || infos.isTrue(SpawnAttributes.JOB_RECOVERABLE) ? ErrorPolicy.CONTINUE
					: ErrorPolicy.TERMINATE;
		}
		return base.errorPolicy();
	}

	private OutputSpec output() throws PmixException {
		OutputSpec parent = base.output();
		return new OutputSpec(tag(parent.tag()),
				either(parent.timestamp(), IofAttributes.IOF_TIMESTAMP_OUTPUT, IofAttributes.TIMESTAMP_OUTPUT),
				either(parent.merge(), IofAttributes.IOF_MERGE_STDERR_STDOUT, IofAttributes.MERGE_STDERR_STDOUT),
				either(parent.raw(), IofAttributes.IOF_OUTPUT_RAW, IofAttributes.IOF_OUTPUT_RAW),
				either(parent.xml(), IofAttributes.IOF_XML_OUTPUT, IofAttributes.IOF_XML_OUTPUT), SpawnStreams.files(request.infos()));
	}

	private OutputFormat.Tag tag(OutputFormat.Tag parents) throws PmixException {
		Infos infos = request.infos();
		if (infos.isTrue(IofAttributes.IOF_TAG_FULLNAME_OUTPUT)) {
			return OutputFormat.Tag.NAMESPACE;
		}
		if (infos.isTrue(IofAttributes.IOF_TAG_DETAILED_OUTPUT)) {
			return OutputFormat.Tag.DETAILED;
		}
		if (infos.isTrue(IofAttributes.IOF_RANK_OUTPUT)) {
			return OutputFormat.Tag.RANK;
		}
		if (infos.isTrue(IofAttributes.IOF_TAG_OUTPUT) || infos.isTrue(IofAttributes.TAG_OUTPUT)) {
			return OutputFormat.Tag.JOB;
		}
		return isFalse(IofAttributes.IOF_TAG_OUTPUT) || isFalse(IofAttributes.TAG_OUTPUT) ? OutputFormat.Tag.NONE : parents;
	}

	/** The new name of an attribute, its old name, or what goes without them. */
	private boolean either(boolean otherwise, Attribute<Boolean> name, Attribute<Boolean> oldName) throws PmixException {
		Infos infos = request.infos();
		return infos.contains(name) ? infos.isTrue(name) : infos.contains(oldName) ? infos.isTrue(oldName) : otherwise;
	}

	private SpawnOrder.News news() throws PmixException {
		Infos infos = request.infos();
		return new SpawnOrder.News(infos.isTrue(SpawnAttributes.NOTIFY_JOB_EVENTS) || infos.isTrue(SpawnAttributes.NOTIFY_LAUNCH),
				infos.isTrue(SpawnAttributes.NOTIFY_PROC_TERMINATION),
				infos.isTrue(EventAttributes.EVENT_SILENT_TERMINATION));
	}

	private void requireRoom(int ranks) throws PmixException {
		Infos infos = request.infos();
		boolean elsewhere = infos.isTrue(SpawnAttributes.NO_PROCS_ON_HEAD);
		boolean limited = SpawnSupport.forbidsOversubscription(infos);
		for (App app : request.apps()) {
			elsewhere |= app.infos().isTrue(SpawnAttributes.NO_PROCS_ON_HEAD);
			limited |= SpawnSupport.forbidsOversubscription(app.infos());
		}
		if (elsewhere) {
			throw new PmixException(Status.ERR_JOB_FAILED_TO_MAP, "spawn: no process may run on " + String.join(", ", base.room().hosts().names())
					+ ", but the session has no other node");
		}
		if (limited && ranks > base.room().free()) {
			throw new PmixException(Status.ERR_JOB_INSUFFICIENT_RESOURCES, "spawn: " + ranks + " processes are wanted without oversubscription, but "
					+ Math.max(0, base.room().free()) + " of " + base.room().slots() + " slots are free");
		}
	}

	private Duration startLimit() throws PmixException {
		Duration limit = seconds(SpawnAttributes.SPAWN_TIMEOUT);
		return limit.isZero() ? seconds(KeyValueAttributes.TIMEOUT) : limit;
	}

	private Duration seconds(Attribute<Integer> attribute) throws PmixException {
		Optional<Integer> value = request.infos().get(attribute);
		return value.map(count -> Duration.ofSeconds(Math.max(0, count))).orElse(Duration.ZERO);
	}

	private boolean isFalse(Attribute<Boolean> attribute) throws PmixException {
		return request.infos().contains(attribute) && !request.infos().isTrue(attribute);
	}
}
