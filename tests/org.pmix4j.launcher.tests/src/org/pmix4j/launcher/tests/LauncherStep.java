// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import org.pmix4j.testkit.Failpoint;

/** A step of a launcher at which a test stops it. The tests name steps; only this table names the methods that take them. */
enum LauncherStep {
	CREATE_DIRECTORY("LocalDirectory", "create"),
	CLAIM_DIRECTORY("LocalDirectory", "claim"),
	START_WATCHDOG("Watchdog", "start"),
	START_RUNTIME("HostRuntime", "start"),
	LAUNCH_JOB("LocalHost", "launch"),
	START_JOB("JobController", "start"),
	REGISTER_JOB("JobStarter", "register"),
	SPAWN_RANK("JobStarter", "spawn"),
	RANK_STARTED("JobController", "rankStarted"),
	RANK_CONNECTED("JobController", "rankConnected"),
	RANK_FINALIZED("JobController", "rankFinalized"),
	CONCLUDE_JOB("JobEnd", "conclude"),
	CLOSE_RUNTIME("HostRuntime", "close"),
	REMOVE_DIRECTORY("LocalDirectory", "remove");

	final String type;
	final String method;

	LauncherStep(String type, String method) {
		this.type = type;
		this.method = method;
	}

	/** Returns the point where a launcher is about to take the step. */
	Failpoint failpoint() {
		return Failpoint.at("*." + type, method);
	}
}
