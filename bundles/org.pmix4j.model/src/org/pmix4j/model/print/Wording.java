// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.print;

import java.util.Optional;
import java.util.StringJoiner;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.Locality;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Rank;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;

/** The C library's names of codes and sets of bits, as its tools show them. Stateless. */
public final class Wording {
	private static final String UNDEFINED = "UNDEFINED";
	private static final String UNKNOWN = "UNKNOWN";
	private static final String UNSPECIFIED = "UNSPECIFIED";
	private static final String INVALID = "INVALID";
	private static final String BITS = ":";

	private Wording() {
	}

	/**
	 * {@return the name of its constant in C} C: PMIx_Error_string.
	 *
	 * @param status any status
	 */
	public static String of(Status status) {
		Optional<String> name = status.constantName();
		return name.isPresent() ? "PMIX_" + name.get() : "ERROR STRING NOT FOUND";
	}

	/**
	 * {@return the name of its constant in C} C: PMIx_Data_type_string.
	 *
	 * @param type any data type
	 */
	public static String of(DataType type) {
		Optional<String> name = type.constantName();
		return name.isPresent() ? "PMIX_" + name.get() : UNKNOWN;
	}

	/**
	 * {@return the namespace and rank in brackets} C: PMIx_Proc_string.
	 *
	 * @param proc any process or wildcard
	 */
	public static String of(Proc proc) {
		return "[" + proc.nspace() + "," + proc.rank() + "]";
	}

	static String constant(Rank rank) {
		return rank.equals(Rank.UNDEF) || rank.equals(Rank.WILDCARD) || rank.equals(Rank.LOCAL_NODE) ? "PMIX_RANK_" + rank
				: Integer.toUnsignedString(rank.value());
	}

	/**
	 * {@return its words} C: PMIx_Proc_state_string.
	 *
	 * @param state the state of a process
	 */
	public static String of(ProcState state) {
		return switch (state.constantName().orElse("")) {
			case "UNDEF" -> UNDEFINED;
			case "PREPPED" -> "PREPPED FOR LAUNCH";
			case "LAUNCH_UNDERWAY" -> "LAUNCH UNDERWAY";
			case "RESTART" -> "PROC READY FOR RESTART";
			case "TERMINATE" -> "PROC MARKED FOR TERMINATION";
			case "RUNNING" -> "PROC EXECUTING";
			case "CONNECTED" -> "PROC HAS CONNECTED TO LOCAL PMIX SERVER";
			case "UNTERMINATED" -> "PROC HAS NOT TERMINATED";
			case "TERMINATED" -> "PROC HAS TERMINATED";
			case "ERROR" -> "PROC ERROR";
			case "KILLED_BY_CMD" -> "PROC KILLED BY CMD";
			case "ABORTED" -> "PROC ABNORMALLY ABORTED";
			case "FAILED_TO_START" -> "PROC FAILED TO START";
			case "ABORTED_BY_SIG" -> "PROC ABORTED BY SIGNAL";
			case "TERM_WO_SYNC" -> "PROC TERMINATED WITHOUT CALLING PMIx_Finalize";
			case "COMM_FAILED" -> "PROC LOST COMMUNICATION";
			case "SENSOR_BOUND_EXCEEDED" -> "PROC SENSOR BOUND EXCEEDED";
			case "CALLED_ABORT" -> "PROC CALLED PMIx_Abort";
			case "HEARTBEAT_FAILED" -> "PROC FAILED TO REPORT HEARTBEAT";
			case "MIGRATING" -> "PROC WAITING TO MIGRATE";
			case "CANNOT_RESTART" -> "PROC CANNOT BE RESTARTED";
			case "TERM_NON_ZERO" -> "PROC TERMINATED WITH NON-ZERO STATUS";
			case "FAILED_TO_LAUNCH" -> "PROC FAILED TO LAUNCH";
			default -> "UNKNOWN STATE";
		};
	}

	/**
	 * {@return its words} C: PMIx_Job_state_string.
	 *
	 * @param state the state of a job
	 */
	public static String of(JobState state) {
		return switch (state.constantName().orElse("")) {
			case "UNDEF" -> UNDEFINED;
			case "AWAITING_ALLOC" -> "PREPPED FOR LAUNCH";
			case "LAUNCH_UNDERWAY" -> "LAUNCHING";
			case "RUNNING", "SUSPENDED", "CONNECTED", "UNTERMINATED", "TERMINATED" -> state.constantName().orElseThrow();
			case "TERMINATED_WITH_ERROR" -> "TERMINATED WITH ERROR";
			default -> UNKNOWN;
		};
	}

	/**
	 * {@return its words} C: PMIx_Scope_string.
	 *
	 * @param scope a scope
	 */
	public static String of(Scope scope) {
		return switch (scope.constantName().orElse("")) {
			case "UNDEF" -> UNDEFINED;
			case "LOCAL" -> "SHARE ON LOCAL NODE ONLY";
			case "REMOTE" -> "SHARE ON REMOTE NODES ONLY";
			case "GLOBAL" -> "SHARE ACROSS ALL NODES";
			case "INTERNAL" -> "STORE INTERNALLY";
			default -> "UNKNOWN SCOPE";
		};
	}

	/**
	 * {@return its words} C: PMIx_Persistence_string.
	 *
	 * @param persistence the lifetime of published data
	 */
	public static String of(Persistence persistence) {
		return switch (persistence.constantName().orElse("")) {
			case "INDEF" -> "INDEFINITE";
			case "FIRST_READ" -> "DELETE ON FIRST ACCESS";
			case "PROC" -> "RETAIN UNTIL PUBLISHING PROCESS TERMINATES";
			case "APP" -> "RETAIN UNTIL APPLICATION OF PUBLISHING PROCESS TERMINATES";
			case "SESSION" -> "RETAIN UNTIL ALLOCATION OF PUBLISHING PROCESS TERMINATES";
			case INVALID -> INVALID;
			default -> "UNKNOWN PERSISTENCE";
		};
	}

	/**
	 * {@return its words} C: PMIx_Data_range_string.
	 *
	 * @param range the audience of data or of an event
	 */
	public static String of(DataRange range) {
		return switch (range.constantName().orElse("")) {
			case "UNDEF" -> UNDEFINED;
			case "RM" -> "INTENDED FOR HOST RESOURCE MANAGER ONLY";
			case "LOCAL" -> "AVAIL ON LOCAL NODE ONLY";
			case "NAMESPACE" -> "AVAIL TO PROCESSES IN SAME JOB ONLY";
			case "SESSION" -> "AVAIL TO PROCESSES IN SAME ALLOCATION ONLY";
			case "GLOBAL" -> "AVAIL TO ANYONE WITH AUTHORIZATION";
			case "CUSTOM" -> "AVAIL AS SPECIFIED IN DIRECTIVES";
			case "PROC_LOCAL" -> "AVAIL ON LOCAL PROC ONLY";
			case INVALID -> INVALID;
			default -> UNKNOWN;
		};
	}

	/**
	 * {@return their words, separated by colons} C: PMIx_Info_directives_string.
	 *
	 * @param flags the flags of an info
	 */
	public static String of(InfoDirectives flags) {
		if (flags.contains(InfoDirectives.QUALIFIER)) {
			return "QUALIFIER";
		}
		StringJoiner words = new StringJoiner(BITS);
		words.add(flags.contains(InfoDirectives.REQD) ? "REQUIRED" : "OPTIONAL");
		if (flags.contains(InfoDirectives.REQD_PROCESSED)) {
			words.add("PROCESSED");
		}
		if (flags.contains(InfoDirectives.ARRAY_END)) {
			words.add("END");
		}
		return words.toString();
	}

	/**
	 * {@return its words} C: PMIx_Alloc_directive_string.
	 *
	 * @param directive the kind of an allocation request
	 */
	public static String of(AllocDirective directive) {
		return switch (directive.constantName().orElse("")) {
			case "NEW" -> "NEW";
			case "EXTEND" -> "EXTEND";
			case "RELEASE" -> "RELEASE";
			case "REAQUIRE", "REACQUIRE" -> "REACQUIRE";
			default -> UNSPECIFIED;
		};
	}

	/**
	 * {@return its words} C: PMIx_Resource_block_directive_string.
	 *
	 * @param directive what to do with a resource block
	 */
	public static String of(ResourceBlockDirective directive) {
		return switch (directive.constantName().orElse("")) {
			case "DEFINE" -> "DEFINE";
			case "EXTEND" -> "EXTEND";
			case "REMOVE" -> "REMOVE";
			case "DELETE" -> "DELETE";
			default -> UNSPECIFIED;
		};
	}

	/**
	 * {@return its words} C: PMIx_Group_operation_string.
	 *
	 * @param operation an operation on a group
	 */
	public static String of(GroupOperation operation) {
		return operation.constantName().orElse("UNKNOWN VALUE");
	}

	/**
	 * {@return their names, each with a blank after it} C: PMIx_IOF_channel_string.
	 *
	 * @param channels streams of a process
	 */
	public static String of(IofChannel channels) {
		String names = (channels.contains(IofChannel.STDIN) ? "STDIN " : "") + (channels.contains(IofChannel.STDOUT) ? "STDOUT " : "")
				+ (channels.contains(IofChannel.STDERR) ? "STDERR " : "") + (channels.contains(IofChannel.STDDIAG) ? "STDDIAG " : "");
		return names.isEmpty() ? "NONE" : names;
	}

	/**
	 * {@return its words} C: PMIx_Link_state_string.
	 *
	 * @param state the state of a link of a fabric
	 */
	public static String of(LinkState state) {
		return state.equals(LinkState.DOWN) ? "INACTIVE" : state.equals(LinkState.UP) ? "ACTIVE" : UNKNOWN;
	}

	/**
	 * {@return its word; UNKNOWN for several kinds} C: PMIx_Device_type_string.
	 *
	 * @param type one kind of devices
	 */
	public static String of(DeviceType type) {
		return switch (type.constantName().orElse("")) {
			case "BLOCK", "GPU", "NETWORK", "OPENFABRICS", "DMA" -> type.constantName().orElseThrow();
			case "COPROC" -> "COPROCESSOR";
			default -> UNKNOWN;
		};
	}

	static String of(Locality locality) {
		if (locality.equals(Locality.UNKNOWN) || locality.equals(Locality.NONLOCAL)) {
			return locality.constantName().orElseThrow();
		}
		StringJoiner words = new StringJoiner(BITS);
		add(words, locality.contains(Locality.SHARE_HWTHREAD), "HWTHREAD");
		add(words, locality.contains(Locality.SHARE_CORE), "CORE");
		add(words, locality.contains(Locality.SHARE_L1CACHE), "L1");
		add(words, locality.contains(Locality.SHARE_L2CACHE), "L2");
		add(words, locality.contains(Locality.SHARE_L3CACHE), "L3");
		add(words, locality.contains(Locality.SHARE_PACKAGE), "PACKAGE");
		add(words, locality.contains(Locality.SHARE_NUMA), "NUMA");
		add(words, locality.contains(Locality.SHARE_NODE), "NODE");
		return words.toString();
	}

	/** Returns the words of the bits from the lowest on. */
	static String ofBits(long bits, String... names) {
		StringJoiner words = new StringJoiner(BITS);
		for (int i = 0; i < names.length; i++) {
			add(words, (bits >>> i & 1) != 0, names[i]);
		}
		return words.toString();
	}

	private static void add(StringJoiner words, boolean present, String word) {
		if (present) {
			words.add(word);
		}
	}
}
