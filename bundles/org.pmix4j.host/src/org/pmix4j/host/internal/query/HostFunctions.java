// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pmix4j.host.internal.scheduler.Scheduler;
import org.pmix4j.host.internal.spawn.SpawnSupport;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SecurityAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.attributes.StorageAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;

/** The functions that the local host supports, with the attributes that each honors. Stateless. */
public final class HostFunctions {
	private HostFunctions() {
	}

	/** @return by the name of the function in C, in the order of the standard */
	public static Map<String, List<Attribute<?>>> all() {
		Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();
		functions.put("PMIx_Abort", List.of());
		functions.put("PMIx_Publish",
				List.of(PublishAttributes.RANGE, PublishAttributes.PERSISTENCE, PublishAttributes.ACCESS_PERMISSIONS,
						PublishAttributes.ACCESS_USERIDS, PublishAttributes.ACCESS_GRPIDS, EventAttributes.EVENT_CUSTOM_RANGE));
		functions.put("PMIx_Lookup", List.of(PublishAttributes.RANGE, KeyValueAttributes.WAIT, KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Unpublish", List.of());
		functions.put("PMIx_Spawn", Stream.of(SpawnSupport.spawning().split(",")).flatMap(key -> KnownAttributes.byKey(key).stream()).toList());
		functions.put("PMIx_Connect", List.of(KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Disconnect", List.of(KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Job_control", List.of(JobControlAttributes.JOB_CTRL_ID, JobControlAttributes.JOB_CTRL_SIGNAL,
				JobControlAttributes.JOB_CTRL_PAUSE, JobControlAttributes.JOB_CTRL_RESUME, JobControlAttributes.JOB_CTRL_TERMINATE,
				JobControlAttributes.JOB_CTRL_KILL, JobControlAttributes.JOB_CTRL_SEP,
				JobControlAttributes.JOB_CTRL_DEFINE_PSET, JobControlAttributes.REGISTER_CLEANUP,
				JobControlAttributes.REGISTER_CLEANUP_DIR, JobControlAttributes.CLEANUP_RECURSIVE, JobControlAttributes.CLEANUP_EMPTY,
				JobControlAttributes.CLEANUP_IGNORE, JobControlAttributes.CLEANUP_LEAVE_TOPDIR));
		functions.put("PMIx_Allocation_request", Scheduler.allocationAttributes());
		functions.put("PMIx_Session_control", SessionControlAttributes.all().stream()
				.filter(attribute -> !attribute.equals(SessionControlAttributes.SESSION_COMPLETE) && !attribute.name().contains("_PROVISION"))
				.toList());
		functions.put("PMIx_Group_construct", List.of(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, GroupAttributes.GROUP_OPTIONAL,
				GroupAttributes.GROUP_LOCAL_ONLY, GroupAttributes.GROUP_NOTIFY_TERMINATION, GroupAttributes.GROUP_FT_COLLECTIVE,
				GroupAttributes.GROUP_INFO, GroupAttributes.GROUP_ADD_MEMBERS, GroupAttributes.GROUP_FINAL_MEMBERSHIP_ORDER,
				GroupAttributes.GROUP_BOOTSTRAP, KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Group_destruct", List.of(KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Query_info", Stream.concat(StorageAttributes.all().stream(), Stream.of(
				QueryAttributes.QUERY_SPAWN_SUPPORT, QueryAttributes.QUERY_DEBUG_SUPPORT,
				QueryAttributes.QUERY_NAMESPACES, QueryAttributes.QUERY_NAMESPACE_INFO,
				QueryAttributes.QUERY_PROC_TABLE, QueryAttributes.QUERY_LOCAL_PROC_TABLE, QueryAttributes.QUERY_JOB_STATUS,
				QueryAttributes.QUERY_AVAILABLE_SLOTS, QueryAttributes.QUERY_ALLOCATION, QueryAttributes.QUERY_ALLOC_STATUS,
				QueryAttributes.QUERY_ALLOC_IDS, QueryAttributes.QUERY_ALLOC_PROPERTIES, QueryAttributes.QUERY_MIN_ALLOC_UNIT,
				QueryAttributes.QUERY_RES_BLOCKS, QueryAttributes.QUERY_RES_BLOCK_DEF, QueryAttributes.RESOURCE_BLOCK_NAME,
				AllocAttributes.TIME_REMAINING, AllocAttributes.ALLOC_ID, AllocAttributes.ALLOC_REQ_ID, AllocAttributes.ALLOC_PROPERTY,
				SessionAttributes.SESSION_ID, JobAttributes.NUM_SLOTS, TopologyAttributes.HWLOC_XML_V2,
				QueryAttributes.QUERY_MEMORY_USAGE, QueryAttributes.QUERY_PROC_RESOURCE_USAGE,
				QueryAttributes.QUERY_NODE_RESOURCE_USAGE, NodeAttributes.HOSTNAME, NodeAttributes.NODEID, ProcAttributes.PROC_STATE_STATUS,
				ProcAttributes.PROC_PID, ProcAttributes.EXIT_CODE, JobAttributes.NSPACE, ProcAttributes.PROCID, ProcAttributes.RANK,
				FabricAttributes.FABRIC_DEVICES, FabricAttributes.FABRIC_DEVICE, FabricAttributes.FABRIC_COORDINATES,
				FabricAttributes.FABRIC_ENDPT)).<Attribute<?>>map(attribute -> attribute).toList());
		functions.put("PMIx_Process_monitor", List.of(MonitorAttributes.MONITOR_PROC_RESOURCE_USAGE,
				MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE, MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE,
				MonitorAttributes.MONITOR_NET_RESOURCE_USAGE, MonitorAttributes.MONITOR_CANCEL, MonitorAttributes.MONITOR_ID,
				MonitorAttributes.MONITOR_RESOURCE_RATE, MonitorAttributes.MONITOR_TARGET_PROCS, MonitorAttributes.MONITOR_TARGET_PIDS,
				MonitorAttributes.MONITOR_TARGET_NODES, MonitorAttributes.MONITOR_TARGET_NODEIDS, MonitorAttributes.MONITOR_TARGET_DISKS,
				MonitorAttributes.MONITOR_TARGET_NETS, MonitorAttributes.MONITOR_LOCAL_ONLY));
		functions.put("PMIx_Log", List.of(LogAttributes.LOG_STDOUT, LogAttributes.LOG_STDERR, LogAttributes.LOG_SYSLOG,
				LogAttributes.LOG_LOCAL_SYSLOG, LogAttributes.LOG_GLOBAL_SYSLOG, LogAttributes.LOG_SYSLOG_PRI, LogAttributes.LOG_ONCE,
				LogAttributes.LOG_TIMESTAMP, LogAttributes.LOG_TIMESTAMP_OUTPUT, LogAttributes.LOG_TAG_OUTPUT, LogAttributes.LOG_KEY,
				LogAttributes.LOG_VAL, LogAttributes.LOG_AGG, LogAttributes.LOG_EMAIL, LogAttributes.LOG_EMAIL_ADDR,
				LogAttributes.LOG_EMAIL_SENDER_ADDR, LogAttributes.LOG_EMAIL_SUBJECT, LogAttributes.LOG_EMAIL_MSG,
				LogAttributes.LOG_EMAIL_SERVER, LogAttributes.LOG_EMAIL_SRVR_PORT, LogAttributes.LOG_MSG,
				LogAttributes.LOG_GLOBAL_DATASTORE, LogAttributes.LOG_JOB_RECORD));
		functions.put("PMIx_Fabric_register", List.of(FabricAttributes.FABRIC_INDEX, FabricAttributes.FABRIC_IDENTIFIER,
				FabricAttributes.FABRIC_VENDOR, FabricAttributes.FABRIC_PLANE));
		functions.put("PMIx_Fabric_update", List.of());
		functions.put("PMIx_Get_credential", List.of(SecurityAttributes.CRED_TYPE, SecurityAttributes.CRYPTO_KEY));
		functions.put("PMIx_Validate_credential", List.of(SecurityAttributes.CRED_TYPE, SecurityAttributes.CRYPTO_KEY));
		functions.put("PMIx_IOF_pull", List.of());
		functions.put("PMIx_IOF_deregister", List.of());
		functions.put("PMIx_IOF_push", List.of());
		return functions;
	}
}
