// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.examples.rcp;

import java.util.Arrays;
import java.util.Objects;

import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.service.HostService;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;

/** Runs a program as the ranks of a job: the arguments are the number of ranks, the program, and its arguments. */
public final class Ranks implements IApplication {
	private volatile Job job;

	@Override
	public Object start(IApplicationContext context) throws Exception {
		String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
		if (arguments.length < 2) {
			System.err.println("arguments: RANKS PROGRAM [ARGUMENT...]");
			return 2;
		}
		JobSpec spec = JobSpec.of(Integer.parseInt(arguments[0]), arguments[1], Arrays.copyOfRange(arguments, 2, arguments.length));
		BundleContext bundle = FrameworkUtil.getBundle(Ranks.class).getBundleContext();
		ServiceReference<HostService> reference = Objects.requireNonNull(bundle.getServiceReference(HostService.class),
				"the service is missing: is org.apache.felix.scr started?");
		try (LocalHost host = bundle.getService(reference).start(HostOptions.defaults())) {
			job = host.launch(spec);
			JobResult result = job.ended().join();
			result.message().ifPresent(System.err::println);
			return result.exitCode();
		} finally {
			bundle.ungetService(reference);
		}
	}

	/** Called on another thread when the framework shuts down. */
	@Override
	public void stop() {
		Job running = job;
		if (running != null) {
			running.terminate();
		}
	}
}
