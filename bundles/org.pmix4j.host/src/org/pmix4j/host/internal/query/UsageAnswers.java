// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.internal.usage.UsageReport;
import org.pmix4j.job.Job;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/** Answers queries about the use of processors, memory, disks and networks. Owned by {@link JobAnswers}; may be used from any thread. */
final class UsageAnswers {
	private static final Set<String> OF_MEMORY = Set.of(ProcAttributes.PROCID.key(), StatisticsAttributes.PROC_PSS.key(),
			StatisticsAttributes.PROC_RSS.key(), StatisticsAttributes.PROC_VSIZE.key());

	private final UsageReport usage;

	UsageAnswers(UsageReport usage) {
		this.usage = usage;
	}

	/** @throws PmixException NOT_FOUND if the rank does not run */
	Infos of(RankProcess rank) throws PmixException {
		return usage.of(rank).orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, rank.proc() + " does not run"));
	}

	/** Returns an array for each rank that runs. */
	Infos ofEach(List<? extends RankProcess> ranks) throws PmixException {
		List<Info> all = new ArrayList<>();
		for (RankProcess rank : ranks) {
			usage.of(rank).ifPresent(used -> all.add(Info.of(StatisticsAttributes.PROC_RESOURCE_USAGE, DataArray.of(used))));
		}
		return new Infos(all);
	}

	Infos of(Node node) throws PmixException {
		return usage.of(node);
	}

	/** Returns an array for each node on which the job runs. */
	Infos ofNodes(Job job) throws PmixException {
		List<Info> all = new ArrayList<>();
		for (Node node : job.ranks().stream().map(RankProcess::node).distinct().toList()) {
			all.add(Info.of(StatisticsAttributes.NODE_RESOURCE_USAGE, DataArray.of(usage.of(node))));
		}
		return new Infos(all);
	}

	/** @throws PmixException NOT_FOUND if the rank does not run */
	Infos memory(RankProcess rank) throws PmixException {
		return new Infos(of(rank).stream().filter(info -> OF_MEMORY.contains(info.key())).toList());
	}

	/** Returns the memory of this process, which runs on the home node, and the average of all ranks of the job. */
	Infos memory(Job job, Node home) throws PmixException {
		List<Float> shares = new ArrayList<>();
		for (RankProcess rank : job.ranks()) {
			share(usage.of(rank)).ifPresent(shares::add);
		}
		double average = shares.stream().mapToDouble(Float::doubleValue).average().orElse(0);
		return Infos.of(Info.of(NodeAttributes.HOSTNAME, home.name()),
				Info.of(NodeAttributes.DAEMON_MEMORY, share(usage.own(home)).orElse(0f)),
				Info.of(NodeAttributes.CLIENT_AVG_MEMORY, (float) average));
	}

	private static Optional<Float> share(Optional<Infos> used) throws PmixException {
		return used.isPresent() ? used.get().get(StatisticsAttributes.PROC_PSS) : Optional.empty();
	}
}
