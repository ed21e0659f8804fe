// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.Credential;

/**
 * The services of a host that few jobs use: the scheduler of resources, the description of the site, credentials, the figures of usage, and
 * the answers to queries. {@link LocalPmixHost} loads them when a process first asks for one. Used on the host's thread.
 */
interface OptionalServices {
	/** Requests, changes or releases an allocation. */
	CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) throws PmixException;

	/** Controls a session. */
	CompletionStage<Infos> controlSession(Proc requester, int session, Infos directives) throws PmixException;

	/** Defines, changes or removes a resource block. */
	void changeBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units) throws PmixException;

	/** Opens the session that a spawn requests for its job alone. */
	CompletionStage<SessionRun> openSession(SpawnRequest request) throws PmixException;

	/** Cancels monitoring and waiting requests of a process: the one with that name, or all if it is empty. Returns whether it was found. */
	boolean cancel(Proc requester, String name);

	/** Monitors the use of resources. */
	CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives);

	/** Registers or updates a fabric of the site. */
	CompletionStage<Infos> fabric(FabricOperation operation, Infos directives);

	/** Issues a credential. */
	CompletionStage<Credential> credential(Proc requester, Infos directives);

	/** Validates a credential. */
	CompletionStage<Infos> validate(ByteObject credential, Infos directives);

	/** Answers queries. */
	CompletionStage<Infos> query(Proc requester, List<Query> queries) throws PmixException;
}
