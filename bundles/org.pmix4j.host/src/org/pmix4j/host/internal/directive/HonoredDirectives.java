// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.directive;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.pmix4j.host.internal.scheduler.Scheduler;
import org.pmix4j.host.internal.spawn.SpawnSupport;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SecurityAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.attributes.StorageAttributes;

/** The directives of each function that have an effect on this host. Stateless. */
public final class HonoredDirectives {
	/** Facts about the requester, and the time limit of every call. */
	private static final List<Attribute<?>> ALWAYS = List.of(IdentityAttributes.USERID, IdentityAttributes.GRPID, IdentityAttributes.REQUESTOR,
			KeyValueAttributes.TIMEOUT);
	/** Directives and data that the libraries of the participants of a collective operation handle among themselves. */
	private static final List<Attribute<?>> OF_LIBRARY = List.of(KeyValueAttributes.ALL_CLONES_PARTICIPATE,
			KeyValueAttributes.COLLECT_GENERATED_JOB_INFO, ServerAttributes.LOCAL_COLLECTIVE_STATUS, ServerAttributes.SORTED_PROC_ARRAY,
			LevelAttributes.PROC_DATA, LevelAttributes.JOB_INFO_ARRAY, ProcAttributes.PROCID);
	/** Abilities that a process declares in job control, and that this host, without checkpoints of its own, never uses. */
	private static final Set<String> ABILITIES = Set.of(JobControlAttributes.JOB_CTRL_PREEMPTIBLE.key(),
			JobControlAttributes.JOB_CTRL_CHECKPOINT_METHOD.key(), JobControlAttributes.JOB_CTRL_CHECKPOINT_EVENT.key(),
			JobControlAttributes.JOB_CTRL_CHECKPOINT_SIGNAL.key());
	private static final Set<String> COLLECTIVE = Set.of("PMIx_Fence", "PMIx_Connect", "PMIx_Disconnect", "PMIx_Group_construct",
			"PMIx_Group_destruct", "PMIx_Group_leave");

	private HonoredDirectives() {
	}

	/**
	 * Returns what a function does not refuse or ignore.
	 *
	 * @param function its name in C
	 * @return the keys
	 */
	static Set<String> keys(String function) {
		Set<String> keys = new HashSet<>();
		add(of(function), keys);
		add(ALWAYS, keys);
		if (COLLECTIVE.contains(function)) {
			add(OF_LIBRARY, keys);
		}
		return keys;
	}

	private static void add(List<Attribute<?>> attributes, Set<String> keys) {
		for (Attribute<?> attribute : attributes) {
			keys.add(attribute.key());
		}
	}

	/**
	 * @param function its name in C
	 * @return the attributes that it honors; for a query, those that qualify a key; empty for an unknown function
	 */
	public static List<Attribute<?>> of(String function) {
		return switch (function) {
			case "PMIx_Fence" -> List.of(KeyValueAttributes.COLLECT_DATA, KeyValueAttributes.TIMEOUT);
			case "PMIx_Publish" -> List.of(PublishAttributes.RANGE, PublishAttributes.PERSISTENCE, PublishAttributes.ACCESS_PERMISSIONS,
					PublishAttributes.ACCESS_USERIDS, PublishAttributes.ACCESS_GRPIDS, EventAttributes.EVENT_CUSTOM_RANGE);
			case "PMIx_Lookup" -> List.of(PublishAttributes.RANGE, KeyValueAttributes.WAIT, KeyValueAttributes.TIMEOUT);
			case "PMIx_Unpublish" -> List.of(PublishAttributes.RANGE);
			case "PMIx_Spawn" -> Stream.of(SpawnSupport.spawning().split(",")).<Attribute<?>>flatMap(key -> KnownAttributes.byKey(key).stream())
					.toList();
			case "PMIx_Connect", "PMIx_Disconnect", "PMIx_Group_destruct" -> List.of(KeyValueAttributes.TIMEOUT);
			case "PMIx_Group_construct" -> List.of(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, GroupAttributes.GROUP_OPTIONAL,
					GroupAttributes.GROUP_LOCAL_ONLY, GroupAttributes.GROUP_NOTIFY_TERMINATION, GroupAttributes.GROUP_FT_COLLECTIVE,
					GroupAttributes.GROUP_INFO, GroupAttributes.GROUP_ADD_MEMBERS, GroupAttributes.GROUP_FINAL_MEMBERSHIP_ORDER,
					GroupAttributes.GROUP_BOOTSTRAP, GroupAttributes.GROUP_LEADER, KeyValueAttributes.EMBED_BARRIER,
					KeyValueAttributes.TIMEOUT);
			case "PMIx_Group_invite" -> List.of(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, GroupAttributes.GROUP_OPTIONAL,
					KeyValueAttributes.TIMEOUT);
			case "PMIx_Job_control" -> List.of(JobControlAttributes.JOB_CTRL_ID, JobControlAttributes.JOB_CTRL_SIGNAL,
					JobControlAttributes.JOB_CTRL_PAUSE, JobControlAttributes.JOB_CTRL_RESUME, JobControlAttributes.JOB_CTRL_TERMINATE,
					JobControlAttributes.JOB_CTRL_KILL, JobControlAttributes.JOB_CTRL_SEP, JobControlAttributes.JOB_CTRL_CANCEL,
					JobControlAttributes.JOB_CTRL_DEFINE_PSET, JobControlAttributes.REGISTER_CLEANUP,
					JobControlAttributes.REGISTER_CLEANUP_DIR, JobControlAttributes.CLEANUP_RECURSIVE, JobControlAttributes.CLEANUP_EMPTY,
					JobControlAttributes.CLEANUP_IGNORE, JobControlAttributes.CLEANUP_LEAVE_TOPDIR, GroupAttributes.GROUP_ASSIGN_CONTEXT_ID,
					GroupAttributes.GROUP_ID);
			case "PMIx_Allocation_request" -> Scheduler.allocationAttributes();
			case "PMIx_Session_control" -> Scheduler.controlAttributes();
			case "PMIx_Query_info" -> qualifiers();
			case "PMIx_Process_monitor" -> monitor();
			case "PMIx_Log" -> log();
			case "PMIx_Fabric_register" -> List.of(FabricAttributes.FABRIC_INDEX, FabricAttributes.FABRIC_IDENTIFIER,
					FabricAttributes.FABRIC_VENDOR, FabricAttributes.FABRIC_PLANE);
			case "PMIx_Get_credential", "PMIx_Validate_credential" -> List.of(SecurityAttributes.CRED_TYPE, SecurityAttributes.CRYPTO_KEY);
			case "PMIx_IOF_pull", "PMIx_IOF_deregister" -> output();
			case "PMIx_IOF_push" -> List.of(IofAttributes.IOF_COMPLETE, IofAttributes.IOF_PUSH_STDIN);
			default -> List.of();
		};
	}

	private static List<Attribute<?>> qualifiers() {
		return List.of(LevelAttributes.SESSION_INFO, LevelAttributes.JOB_INFO, LevelAttributes.APP_INFO, LevelAttributes.NODE_INFO,
				ProcAttributes.PROCID, JobAttributes.NSPACE, ProcAttributes.RANK, AppAttributes.APPNUM, NodeAttributes.HOSTNAME,
				NodeAttributes.NODEID, SessionAttributes.SESSION_ID, AllocAttributes.ALLOC_ID, AllocAttributes.ALLOC_REQ_ID,
				AllocAttributes.ALLOC_PROPERTY, QueryAttributes.RESOURCE_BLOCK_NAME, GroupAttributes.GROUP_ID, GroupAttributes.PSET_NAME,
				QueryAttributes.QUERY_REFRESH_CACHE, StorageAttributes.STORAGE_ID, StorageAttributes.STORAGE_PATH, FabricAttributes.FABRIC_IDENTIFIER,
				FabricAttributes.FABRIC_INDEX, FabricAttributes.FABRIC_PLANE, FabricAttributes.FABRIC_VENDOR,
				FabricAttributes.FABRIC_DEVICE_NAME, FabricAttributes.FABRIC_DEVICE_INDEX, QueryAttributes.CLIENT_ATTRIBUTES,
				QueryAttributes.SERVER_ATTRIBUTES, QueryAttributes.HOST_ATTRIBUTES, QueryAttributes.TOOL_ATTRIBUTES,
				QueryAttributes.CLIENT_FUNCTIONS, QueryAttributes.SERVER_FUNCTIONS, QueryAttributes.HOST_FUNCTIONS,
				QueryAttributes.TOOL_FUNCTIONS);
	}

	private static List<Attribute<?>> monitor() {
		return List.of(MonitorAttributes.MONITOR_PROC_RESOURCE_USAGE, MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE,
				MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE, MonitorAttributes.MONITOR_NET_RESOURCE_USAGE, MonitorAttributes.MONITOR_CANCEL,
				MonitorAttributes.MONITOR_ID, MonitorAttributes.MONITOR_RESOURCE_RATE, MonitorAttributes.MONITOR_TARGET_PROCS,
				MonitorAttributes.MONITOR_TARGET_PIDS, MonitorAttributes.MONITOR_TARGET_NODES, MonitorAttributes.MONITOR_TARGET_NODEIDS,
				MonitorAttributes.MONITOR_TARGET_DISKS, MonitorAttributes.MONITOR_TARGET_NETS, MonitorAttributes.MONITOR_LOCAL_ONLY,
				MonitorAttributes.MONITOR_HEARTBEAT, MonitorAttributes.MONITOR_HEARTBEAT_TIME, MonitorAttributes.MONITOR_HEARTBEAT_DROPS,
				MonitorAttributes.MONITOR_FILE, MonitorAttributes.MONITOR_FILE_SIZE, MonitorAttributes.MONITOR_FILE_ACCESS,
				MonitorAttributes.MONITOR_FILE_MODIFY, MonitorAttributes.MONITOR_FILE_CHECK_TIME, MonitorAttributes.MONITOR_FILE_DROPS,
				PublishAttributes.RANGE);
	}

	private static List<Attribute<?>> log() {
		return List.of(LogAttributes.LOG_STDOUT, LogAttributes.LOG_STDERR, LogAttributes.LOG_SYSLOG, LogAttributes.LOG_LOCAL_SYSLOG,
				LogAttributes.LOG_GLOBAL_SYSLOG, LogAttributes.LOG_SYSLOG_PRI, LogAttributes.LOG_ONCE, LogAttributes.LOG_SOURCE,
				LogAttributes.LOG_TIMESTAMP, LogAttributes.LOG_GENERATE_TIMESTAMP, LogAttributes.LOG_TIMESTAMP_OUTPUT,
				LogAttributes.LOG_TAG_OUTPUT, LogAttributes.LOG_XML_OUTPUT, LogAttributes.LOG_KEY, LogAttributes.LOG_VAL,
				LogAttributes.LOG_AGG, LogAttributes.LOG_EMAIL, LogAttributes.LOG_EMAIL_ADDR, LogAttributes.LOG_EMAIL_SENDER_ADDR,
				LogAttributes.LOG_EMAIL_SUBJECT, LogAttributes.LOG_EMAIL_MSG, LogAttributes.LOG_MSG,
				LogAttributes.LOG_GLOBAL_DATASTORE, LogAttributes.LOG_JOB_RECORD);
	}

	/** Tools of most releases tag lines and write files themselves. */
	private static List<Attribute<?>> output() {
		return List.of(IofAttributes.IOF_CACHE_SIZE, IofAttributes.IOF_DROP_OLDEST, IofAttributes.IOF_DROP_NEWEST,
				IofAttributes.IOF_BUFFERING_SIZE, IofAttributes.IOF_BUFFERING_TIME, IofAttributes.IOF_TAG_OUTPUT,
				IofAttributes.IOF_TAG_DETAILED_OUTPUT, IofAttributes.IOF_TAG_FULLNAME_OUTPUT, IofAttributes.IOF_RANK_OUTPUT,
				IofAttributes.IOF_TIMESTAMP_OUTPUT, IofAttributes.IOF_MERGE_STDERR_STDOUT, IofAttributes.IOF_XML_OUTPUT,
				IofAttributes.IOF_OUTPUT_TO_FILE, IofAttributes.IOF_FILE_PATTERN, IofAttributes.IOF_OUTPUT_TO_DIRECTORY,
				IofAttributes.IOF_FILE_ONLY, IofAttributes.IOF_COPY, IofAttributes.IOF_REDIRECT, IofAttributes.IOF_LOCAL_OUTPUT,
				IofAttributes.IOF_OUTPUT_RAW, IofAttributes.TAG_OUTPUT, IofAttributes.TIMESTAMP_OUTPUT, IofAttributes.MERGE_STDERR_STDOUT,
				IofAttributes.OUTPUT_TO_FILE, IofAttributes.OUTPUT_TO_DIRECTORY, IofAttributes.OUTPUT_NOCOPY, IofAttributes.IOF_STOP,
				IofAttributes.IOF_COMPLETE);
	}

	/** Returns whether the function itself refuses keys of this family that it does not know, whether required or not. */
	static boolean refusesOwn(String function, String key) {
		return switch (function) {
			case "PMIx_Allocation_request" -> key.startsWith("pmix.alloc.");
			case "PMIx_Session_control" -> key.startsWith("pmix.alloc.")
					|| SessionControlAttributes.all().stream().anyMatch(attribute -> attribute.key().equals(key));
			case "PMIx_Job_control" -> key.startsWith("pmix.jctrl.") && !ABILITIES.contains(key);
			default -> false;
		};
	}

	/** Returns whether the infos of the function may be data of the program, whose keys need no definition. */
	static boolean carriesData(String function) {
		return function.equals("PMIx_Publish") || function.equals("PMIx_Log");
	}
}
