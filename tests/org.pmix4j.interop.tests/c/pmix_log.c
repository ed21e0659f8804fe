// SPDX-License-Identifier: EPL-2.0
// Every rank logs to the output of its job and to the system; a log without a channel is refused, and the connection stays usable.
//
// Expected: "logged by RANK" on standard output and "complaint of RANK" on standard error for each rank, "[stdout] tagged" and
// "only once" once each.
//
// Known: a C server of libpmix 4.2 prints nothing unless it is a gateway; that of mpirun 4.1.4 may not answer.

#include "pmix_peer.h"

static pmix_status_t log_text(const char *key, const char *text, const pmix_info_t *directives, size_t count)
{
	pmix_info_t data;
	PMIX_INFO_LOAD(&data, key, text, PMIX_STRING);
	pmix_status_t status = PMIx_Log(&data, 1, directives, count);
	PMIX_INFO_DESTRUCT(&data);
	return status;
}

static void once(void)
{
	pmix_info_t data[3];
	pmix_info_t directives[2];
	PMIX_INFO_LOAD(&data[0], "interop.nowhere", "nothing", PMIX_STRING);
	PMIX_INFO_LOAD(&data[1], PMIX_LOG_STDOUT, "only once", PMIX_STRING);
	PMIX_INFO_LOAD(&data[2], PMIX_LOG_STDERR, "not at all", PMIX_STRING);
	peer_flag(&directives[0], PMIX_LOG_ONCE);
	peer_flag(&directives[1], PMIX_LOG_GENERATE_TIMESTAMP);
	expect("once", PMIx_Log(data, 3, directives, 2), PMIX_SUCCESS);
	expect("a part", PMIx_Log(data, 1, NULL, 0), PMIX_ERR_NOT_SUPPORTED);
	peer_flag(&directives[0], PMIX_LOG_TAG_OUTPUT);
	expect("tagged", log_text(PMIX_LOG_STDOUT, "tagged\n", directives, 1), PMIX_SUCCESS);
}

int main(void)
{
	char text[64];
	peer_init("pmix_log");
	peer_step("PMIx_Log");
	snprintf(text, sizeof text, "logged by %u", peer_me.rank);
	expect("stdout", log_text(PMIX_LOG_STDOUT, text, NULL, 0), PMIX_SUCCESS);
	snprintf(text, sizeof text, "complaint of %u\n", peer_me.rank);
	expect("stderr", log_text(PMIX_LOG_STDERR, text, NULL, 0), PMIX_SUCCESS);
	expect("syslog", log_text(PMIX_LOG_SYSLOG, "interop test, 100 % done", NULL, 0), PMIX_SUCCESS);
	// a host without mail refuses any
	pmix_status_t mail = log_text(PMIX_LOG_EMAIL, "nobody", NULL, 0);
	check(mail == PMIX_ERR_BAD_PARAM || mail == PMIX_ERR_NOT_SUPPORTED, "mail without receiver", "%s", PMIx_Error_string(mail));
	if (peer_me.rank == 0)
		once();
	peer_fence("last fence", false);
	return peer_finalize("%s", "");
}
