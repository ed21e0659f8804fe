// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.io.IOException;
import java.util.Optional;

import org.pmix4j.host.ServiceOptions;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.log.JobRecords;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.site.SiteService;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.server.options.OwnUser;

/**
 * The services that a host needs from its start: they keep data of processes, or must be checked before it starts. Owned by the host.
 *
 * @param names data that processes publish
 * @param log   data that processes log
 * @param site  storage and fabrics; empty if they are not described
 */
public record HostServices(NameService names, LogCalls log, Optional<SiteService> site) {
	/**
	 * @param thread  owns the jobs
	 * @param jobs    of the host
	 * @param user    of this process and all ranks
	 * @param options of the host
	 * @param hostname of this node
	 * @return the services, without data
	 * @throws IOException if the description of the site cannot be read or has a mistake, or the job record cannot be written
	 */
	public static HostServices of(HostThread thread, Jobs jobs, OwnUser user, ServiceOptions options, String hostname) throws IOException {
		if (options.jobRecord().isPresent()) {
			JobRecords.check(options.jobRecord().get());
		}
		Optional<SiteService> site = options.site().isPresent() ? Optional.of(SiteService.of(options.site().get(), hostname)) : Optional.empty();
		NameService names = new NameService(thread);
		return new HostServices(names, new LogCalls(thread, jobs, names, user, options), site);
	}
}
