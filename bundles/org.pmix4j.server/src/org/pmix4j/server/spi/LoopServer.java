// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;

/**
 * A server as its {@link LoopHost} sees it. The methods do the same as those of {@code PmixServer} with the same names, and may be called
 * from any thread. On the loop they act immediately. Their futures complete on the loop: actions that depend on them must not block.
 */
public interface LoopServer extends AutoCloseable {
	/** {@return the server's own name} */
	Proc identity();

	/** {@return the address that clients need: name and rank, a semicolon, tcp4://address:port} */
	String uri();

	/** {@return the files that announce this server to tools; removed when it closes} */
	List<Path> announcements();

	/**
	 * Writes files again that announce this server under names of servers, if they were removed; their directories must exist. Blocks on the
	 * file system, so it is not called on the loop.
	 *
	 * @return those files; none after the end of the server
	 * @throws PmixException EXISTS if another server has taken the role of this one; FILE_WRITE_FAILURE if a file cannot be written
	 */
	List<Path> restoreAnnouncements() throws PmixException;

	/**
	 * Registers a job. Reads the infos on the calling thread.
	 *
	 * @param nspace     the job's name
	 * @param localProcs the number of its processes that will be clients of this server
	 * @param infos      job data
	 * @return completes when the job is known
	 */
	CompletableFuture<Void> registerNamespace(String nspace, int localProcs, Infos infos);

	/**
	 * Forgets a job.
	 *
	 * @param nspace the job's name
	 * @return completes when all files that the job registered for cleanup are deleted
	 */
	CompletableFuture<Void> deregisterNamespace(String nspace);

	/**
	 * Registers a process that will connect.
	 *
	 * @param client     its name
	 * @param uid        its user id
	 * @param gid        its group id
	 * @param hostObject comes back in calls to the host
	 * @return completes when the process is known
	 */
	CompletableFuture<Void> registerClient(Proc client, int uid, int gid, Object hostObject);

	/**
	 * Forgets a process that has ended.
	 *
	 * @param client its name
	 * @return completes when all files that the process registered for cleanup are deleted
	 */
	CompletableFuture<Void> deregisterClient(Proc client);

	/**
	 * {@return the variables that it needs to find this server}
	 *
	 * @param client a process
	 */
	Map<String, String> environment(Proc client);

	/**
	 * Raises an event.
	 *
	 * @param code   the event
	 * @param source the process that raises it
	 * @param range  the processes it is for
	 * @param infos  about it
	 * @return completes when the event was queued for all connected processes that registered for it
	 */
	CompletableFuture<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos);

	/**
	 * Delivers output of a process to its readers.
	 *
	 * @param source  the process
	 * @param channel standard output, standard error or diagnostics
	 * @param infos   about it
	 * @param data    the bytes; none for the end of the stream
	 * @return completes when there is room for more
	 */
	CompletableFuture<Void> deliverOutput(Proc source, IofChannel channel, Infos infos, ByteObject data);

	/**
	 * Sends output to one tool unchanged, whether it pulls output or not, such as the output of a job that it has submitted. The tool may take
	 * any time to read.
	 *
	 * @param tool    the tool
	 * @param source  the process that wrote the output
	 * @param channel standard output, standard error or diagnostics
	 * @param infos   about it
	 * @param data    the bytes
	 * @return completes when there is room for more, or the tool is gone; fails with NOT_FOUND if the tool is not connected
	 */
	CompletableFuture<Void> sendOutput(Proc tool, Proc source, IofChannel channel, Infos infos, ByteObject data);

	/**
	 * Connects to the tool that has started this process, as a debugger starts a launcher, and serves it from then on. Blocks until the
	 * connection is established.
	 *
	 * @param uri     identity and address of the tool
	 * @param version release of its library
	 * @return the tool; fails if it does not answer or refuses
	 */
	CompletableFuture<ParentTool> call(String uri, String version);

	/**
	 * Treats a job as one that a connected tool has spawned, although the host has launched it: the tool receives its output and is connected
	 * with it.
	 *
	 * @param tool       the tool
	 * @param nspace     of the job, which has not written any output yet
	 * @param directives of the tool about the output of the job; it gets all streams that they do not name
	 * @return completes when output of the job is forwarded; fails with NOT_FOUND if the tool is not connected
	 */
	CompletableFuture<Void> launchedFor(Proc tool, String nspace, Infos directives);

	/**
	 * Registers data that counts for all jobs.
	 *
	 * @param infos the data
	 * @return completes when they are known
	 */
	CompletableFuture<Void> registerResources(Infos infos);

	/**
	 * {@return a text for people: the connected processes, and the waits with their processes and durations}
	 *
	 * @param frames whether the last messages of each connection are shown
	 */
	CompletableFuture<String> dump(boolean frames);

	/**
	 * {@return a snapshot of the data of the job, or of the data of the process and the values that it has committed, in the order of their
	 * arrival; fails with NOT_FOUND if the namespace is unknown}
	 *
	 * @param proc a process, or any other rank for its job
	 * @param most the maximum number of values to return
	 */
	CompletableFuture<List<StoredValue>> storedValues(Proc proc, int most);

	/** {@return the waits of the connected processes, the oldest of each kind first} */
	CompletableFuture<List<Wait>> waits();

	/** {@return the connected processes without a request that waits for its reply, and the time since the last request of each} */
	CompletableFuture<Map<Proc, Duration>> silences();

	/**
	 * Ends the server and its loop. Blocks until that is done.
	 *
	 * @throws IllegalStateException immediately on the loop
	 */
	@Override
	void close();
}
