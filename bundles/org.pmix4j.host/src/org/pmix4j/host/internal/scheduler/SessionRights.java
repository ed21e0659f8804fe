// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.Optional;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Decides who may use and change a session: the jobs of the namespace that owns it, the jobs in it, their descendants, and every tool,
 * as only tools of this user are admitted. Stateless; used on the host's thread.
 *
 * @see "PRRTE, docs/how-things-work/schedulers/session_control.rst"
 */
public final class SessionRights {
	private SessionRights() {
	}

	/**
	 * @param requester a process or tool
	 * @param session   not the default session
	 * @param jobs      of the host
	 * @return whether the requester may use it
	 */
	public static boolean mayUse(Proc requester, SessionRun session, Jobs jobs) {
		Optional<JobHandle> job = jobs.find(requester.nspace());
		if (job.isEmpty() || session.requester().isEmpty()) {
			return true;
		}
		while (job.isPresent()) {
			String nspace = job.get().nspace();
			if (job.get().session() == session || session.owner().filter(nspace::equals).isPresent()) {
				return true;
			}
			job = job.get().spawner().flatMap(spawner -> jobs.find(spawner.nspace()));
		}
		return false;
	}

	/**
	 * @param requester a process or tool
	 * @param session   a session
	 * @param jobs      of the host
	 * @return the session
	 * @throws PmixException NO_PERMISSIONS if the requester may not use it
	 */
	public static SessionRun require(Proc requester, SessionRun session, Jobs jobs) throws PmixException {
		if (!mayUse(requester, session, jobs)) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, session.ids() + " belongs to " + session.owner().orElse("the host")
					+ ", so " + requester + " may not use it");
		}
		return session;
	}
}
