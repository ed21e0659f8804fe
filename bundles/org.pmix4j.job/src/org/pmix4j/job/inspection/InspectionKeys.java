// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.inspection;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ValueType;

/** Attributes of queries about the job that a qualifier names, or about the server, which only a PMIx4J server answers. */
public final class InspectionKeys {
	/** The state of the job and what it waits for, as a text in lines for people. */
	public static final Attribute<String> STATE = Attribute.of("pmix4j.state", ValueType.STRING);
	/** The operations that ranks of the job wait for: an array of {@link #WAIT}. */
	public static final Attribute<DataArray> WAITS = Attribute.of("pmix4j.waits", ValueType.DATA_ARRAY);
	/** The ranks of the job that are stopped by a signal: an array of {@link #STOP}. */
	public static final Attribute<DataArray> STOPS = Attribute.of("pmix4j.stops", ValueType.DATA_ARRAY);
	/** The values that the server keeps for the job, or for the rank that a qualifier names: an array of {@link #STORED}. */
	public static final Attribute<DataArray> VALUES = Attribute.of("pmix4j.values", ValueType.DATA_ARRAY);
	/** A qualifier of {@link #VALUES}: how many values to return at most; without it {@link Inspection#MOST}. */
	public static final Attribute<Integer> MOST = Attribute.of("pmix4j.values.most", ValueType.UINT32);

	/** The allocations of the server, and the requests that wait for one: an array of {@link #ALLOCATION}. */
	public static final Attribute<DataArray> ALLOCATIONS = Attribute.of("pmix4j.allocs", ValueType.DATA_ARRAY);

	/** An allocation: an array of its attributes in the Standard, its requester, and {@link #OWNED}. */
	static final Attribute<DataArray> ALLOCATION = Attribute.of("pmix4j.alloc", ValueType.DATA_ARRAY);
	static final Attribute<Boolean> OWNED = Attribute.of("pmix4j.alloc.owned", ValueType.BOOL);

	/** The open sessions of the server, the default session first: an array of {@link #SESSION}. */
	public static final Attribute<DataArray> SESSIONS = Attribute.of("pmix4j.sessions", ValueType.DATA_ARRAY);

	/**
	 * A session: an array of its attributes in the Standard, with a namespace for each job, and of {@link #SLOTS}, {@link #SESSION_NODE} for
	 * each node, {@link #PARENT} and {@link #DEADLINE} if there are any.
	 */
	static final Attribute<DataArray> SESSION = Attribute.of("pmix4j.session", ValueType.DATA_ARRAY);
	/** The number of ranks that fit into a session, or a node of it, without oversubscription. */
	static final Attribute<Integer> SLOTS = Attribute.of("pmix4j.session.slots", ValueType.UINT32);
	/** A node of a session: an array of its attributes in the Standard and {@link #SLOTS}. */
	static final Attribute<DataArray> SESSION_NODE = Attribute.of("pmix4j.session.node", ValueType.DATA_ARRAY);
	/** The number of the session with whose end it ends. */
	static final Attribute<Integer> PARENT = Attribute.of("pmix4j.session.parent", ValueType.UINT32);
	/** In milliseconds since 1970: unlike the time that is left, it is the same in each answer. */
	static final Attribute<Long> DEADLINE = Attribute.of("pmix4j.session.deadline", ValueType.UINT64);

	/** A wait: an array of {@link #TEXT}, {@link #AGE}, {@link #PROCS} and {@link #AWAITED}. */
	static final Attribute<DataArray> WAIT = Attribute.of("pmix4j.wait", ValueType.DATA_ARRAY);
	static final Attribute<String> TEXT = Attribute.of("pmix4j.wait.text", ValueType.STRING);
	/** In milliseconds. */
	static final Attribute<Long> AGE = Attribute.of("pmix4j.wait.age", ValueType.UINT64);
	static final Attribute<DataArray> PROCS = Attribute.of("pmix4j.wait.procs", ValueType.DATA_ARRAY);
	static final Attribute<DataArray> AWAITED = Attribute.of("pmix4j.wait.awaited", ValueType.DATA_ARRAY);

	/** A stop: an array of {@link #STOPPED}, {@link #SIGNAL} and {@link #AGE}. */
	static final Attribute<DataArray> STOP = Attribute.of("pmix4j.stop", ValueType.DATA_ARRAY);
	static final Attribute<Proc> STOPPED = Attribute.of("pmix4j.stop.proc", ValueType.PROC);
	static final Attribute<Integer> SIGNAL = Attribute.of("pmix4j.stop.signal", ValueType.INT32);

	/** A stored value: an array of {@link #REALM}, {@link #SUBJECT} and the value under its own key. */
	static final Attribute<DataArray> STORED = Attribute.of("pmix4j.value", ValueType.DATA_ARRAY);
	static final Attribute<String> REALM = Attribute.of("pmix4j.value.realm", ValueType.STRING);
	static final Attribute<String> SUBJECT = Attribute.of("pmix4j.value.subject", ValueType.STRING);

	private InspectionKeys() {
	}
}
