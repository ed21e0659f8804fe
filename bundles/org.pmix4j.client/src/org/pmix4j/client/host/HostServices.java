// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.host;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.connection.LibraryVersion;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;

/**
 * Sends requests that the server forwards to its host, the launcher or resource manager. Belongs to a client and ends with it. Thread-safe.
 *
 * <p> Every blocking call throws {@link PmixException} with the status of the server if it refuses, such as {@code ERR_NOT_SUPPORTED}, with
 * {@code ERR_UNREACH} or {@code ERR_TIMEOUT}; and {@link IllegalStateException} in a handler. Its asynchronous twin fails alike. The limit
 * of the options is not sent, because hosts have no such directive for these requests.
 *
 * @see "PMIx Standard, chapters Query Operations, Job Management and Reporting"
 */
public interface HostServices {
	/**
	 * Queries the versions of the interface, PMIX_QUERY_STABLE_ABI_VERSION and PMIX_QUERY_PROVISIONAL_ABI_VERSION, before a client or tool is
	 * open. C: PMIx_Query_info before PMIx_Init, which OpenPMIx refuses.
	 *
	 * @param queries keys, at least one
	 * @return the answers, each under its key
	 * @throws PmixException {@code ERR_INIT} for any other key, which needs an open client or tool; the message names it
	 * @see "PMIx Standard 5.0, chapter Query Operations, PMIX_QUERY_STABLE_ABI_VERSION"
	 */
	static Infos queryUnopened(Query... queries) throws PmixException {
		return LibraryVersion.answers(List.of(queries));
	}

	/**
	 * Queries information. Job information that this client has is answered locally, unless a query has the qualifier
	 * PMIX_QUERY_REFRESH_CACHE; the versions of the interface are always answered locally. C: PMIx_Query_info.
	 *
	 * @param queries keys and qualifiers, at least one
	 * @return the answers, each under its key; keys without an answer are missing
	 * @throws PmixException {@code ERR_NOT_FOUND} if there is no answer at all, and as all calls
	 */
	Infos query(Query... queries) throws PmixException;

	/**
	 * Queries information as {@link #query} does, without waiting. C: PMIx_Query_info_nb.
	 *
	 * @param queries keys and qualifiers, at least one
	 * @return the answers
	 */
	CompletableFuture<Infos> queryAsync(Query... queries);

	/**
	 * Logs data through channels of the host. C: PMIx_Log.
	 *
	 * @param data    channels such as PMIX_LOG_STDERR with their content, at least one
	 * @param options limit and directives; with PMIX_LOG_GENERATE_TIMESTAMP the time of this call is sent
	 * @throws PmixException as all calls
	 */
	void log(Infos data, RequestOptions options) throws PmixException;

	/**
	 * Logs data as {@link #log} does, without waiting. C: PMIx_Log_nb.
	 *
	 * @param data    channels with their content
	 * @param options limit and directives
	 * @return completed when the data are logged
	 */
	CompletableFuture<Void> logAsync(Infos data, RequestOptions options);

	/**
	 * Requests, changes or gives back resources. C: PMIx_Allocation_request.
	 *
	 * @param directive kind of change
	 * @param options   limit and details, such as PMIX_ALLOC_NUM_NODES
	 * @return details of the allocation
	 * @throws PmixException as all calls
	 */
	Infos allocate(AllocDirective directive, RequestOptions options) throws PmixException;

	/**
	 * Requests resources as {@link #allocate} does, without waiting. C: PMIx_Allocation_request_nb.
	 *
	 * @param directive kind of change
	 * @param options   limit and details
	 * @return details of the allocation
	 */
	CompletableFuture<Infos> allocateAsync(AllocDirective directive, RequestOptions options);

	/**
	 * Pauses, resumes, signals or terminates processes, or registers files for cleanup. C: PMIx_Job_control.
	 *
	 * @param targets the processes; empty for all of this process's namespace
	 * @param options limit and actions, such as PMIX_JOB_CTRL_PAUSE
	 * @return details
	 * @throws PmixException as all calls
	 */
	Infos controlJob(List<Proc> targets, RequestOptions options) throws PmixException;

	/**
	 * Controls processes as {@link #controlJob} does, without waiting. C: PMIx_Job_control_nb.
	 *
	 * @param targets the processes; empty for all of this process's namespace
	 * @param options limit and actions
	 * @return details
	 */
	CompletableFuture<Infos> controlJobAsync(List<Proc> targets, RequestOptions options);

	/**
	 * Monitors this process, files or resources; the host raises an event. C: PMIx_Process_monitor.
	 *
	 * @param subject the subject to monitor, such as PMIX_MONITOR_HEARTBEAT
	 * @param error   code of the event
	 * @param options limit and directives; PMIX_MONITOR_ID is added if it is missing
	 * @return ends the monitoring when it is closed
	 * @throws PmixException as all calls
	 */
	Monitoring monitor(Info subject, Status error, RequestOptions options) throws PmixException;

	/**
	 * Monitors as {@link #monitor} does, without waiting. C: PMIx_Process_monitor_nb.
	 *
	 * @param subject the subject to monitor
	 * @param error   code of the event
	 * @param options limit and directives
	 * @return ends the monitoring when it is closed
	 */
	CompletableFuture<Monitoring> monitorAsync(Info subject, Status error, RequestOptions options);

	/**
	 * Sends one heartbeat, which the server does not answer. C: PMIx_Heartbeat.
	 *
	 * @throws PmixException {@code ERR_INIT} if the client is closed
	 */
	void heartbeat() throws PmixException;

	/**
	 * Controls a session; hosts of release 6.0 and later. C: PMIx_Session_control.
	 *
	 * @param sessionId number of the session, unsigned; -1 for all
	 * @param options   limit and actions, such as PMIX_SESSION_PAUSE
	 * @return details
	 * @throws PmixException as all calls
	 */
	Infos controlSession(int sessionId, RequestOptions options) throws PmixException;

	/**
	 * Controls a session as {@link #controlSession} does, without waiting.
	 *
	 * @param sessionId number of the session, unsigned; -1 for all
	 * @param options   limit and actions
	 * @return details
	 */
	CompletableFuture<Infos> controlSessionAsync(int sessionId, RequestOptions options);

	/**
	 * Defines, extends, shrinks or deletes a named resource block; servers of release 6.0 and later, and PMIx4J. C: PMIx_Resource_block.
	 *
	 * @param directive action
	 * @param block     name of the block
	 * @param units     the resources; may be empty
	 * @param options   limit and directives
	 * @throws PmixException {@code ERR_NOT_SUPPORTED} if the server is before release 6.0, and as all calls
	 */
	void changeResourceBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units, RequestOptions options)
			throws PmixException;

	/**
	 * Changes a resource block as {@link #changeResourceBlock} does, without waiting. C: PMIx_Resource_block_nb.
	 *
	 * @param directive action
	 * @param block     name of the block
	 * @param units     the resources
	 * @param options   limit and directives
	 * @return completed when the block is changed
	 */
	CompletableFuture<Void> changeResourceBlockAsync(ResourceBlockDirective directive, String block, List<ResourceUnit> units,
			RequestOptions options);
}
