// SPDX-License-Identifier: EPL-2.0
// The channels of PMIx_Log besides output: rank 0 sends a mail by the mailer of this machine and stores a value that all ranks look up;
// every rank writes to the record of the job, and repeats a message under one topic.
//
// usage: pmix_logstores
//
// Expected: one mail, and the refusal of a mail server that the request names; a line of every rank in the job record; "the topic" once
// on standard error, and its repetitions counted.
#include "pmix_peer.h"

static pmix_status_t mail(bool to_server)
{
	pmix_info_t data;
	pmix_data_array_t array;
	PMIX_DATA_ARRAY_CONSTRUCT(&array, to_server ? 5 : 4, PMIX_INFO);
	pmix_info_t *infos = array.array;
	PMIX_INFO_LOAD(&infos[0], PMIX_LOG_EMAIL_ADDR, "user@there.example", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[1], PMIX_LOG_EMAIL_SUBJECT, "interop", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[2], PMIX_LOG_EMAIL_MSG, "the job has come this far", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[3], PMIX_LOG_EMAIL_SENDER_ADDR, "rank@here.example", PMIX_STRING);
	if (to_server) {
		PMIX_INFO_LOAD(&infos[4], PMIX_LOG_EMAIL_SERVER, "127.0.0.1", PMIX_STRING);
		PMIX_INFO_REQUIRED(&infos[4]);
	}
	PMIX_INFO_LOAD(&data, PMIX_LOG_EMAIL, &array, PMIX_DATA_ARRAY);
	return PMIx_Log(&data, 1, NULL, 0);
}

static void store(const char *key, const char *value)
{
	pmix_info_t data[2];
	PMIX_INFO_LOAD(&data[0], key, value, PMIX_STRING);
	peer_flag(&data[1], PMIX_LOG_GLOBAL_DATASTORE);
	peer_step("data store");
	expect("data store", PMIx_Log(data, 2, NULL, 0), PMIX_SUCCESS);
}

static void look_up(const char *key, const char *wanted)
{
	pmix_pdata_t found;
	PMIX_PDATA_CONSTRUCT(&found);
	PMIX_LOAD_KEY(found.key, key);
	peer_step("lookup");
	if (expect("lookup", PMIx_Lookup(&found, 1, NULL, 0), PMIX_SUCCESS)) {
		check(found.value.type == PMIX_STRING && strcmp(found.value.data.string, wanted) == 0, "lookup", "another value");
		check(found.proc.rank == 0, "lookup", "stored by rank %u", found.proc.rank);
	}
}

static void record(void)
{
	char text[64];
	pmix_info_t data;
	pmix_info_t directive;
	snprintf(text, sizeof text, "result of %u", peer_me.rank);
	PMIX_INFO_LOAD(&data, "interop.result", text, PMIX_STRING);
	peer_flag(&directive, PMIX_LOG_JOB_RECORD);
	peer_step("job record");
	expect("job record", PMIx_Log(&data, 1, &directive, 1), PMIX_SUCCESS);
}

static void topic(void)
{
	pmix_info_t data;
	pmix_info_t directives[2];
	PMIX_INFO_LOAD(&data, PMIX_LOG_STDERR, "the topic", PMIX_STRING);
	PMIX_INFO_LOAD(&directives[0], "pmix.log.key", "interop", PMIX_STRING); // PMIX_LOG_KEY
	PMIX_INFO_LOAD(&directives[1], "pmix.log.val", "topic", PMIX_STRING);   // PMIX_LOG_VAL
	peer_step("topic");
	expect("topic", PMIx_Log(&data, 1, directives, 2), PMIX_SUCCESS);
}

int main(void)
{
	peer_init("pmix_logstores");
	if (peer_me.rank == 0) {
		peer_step("mail");
		expect("mail", mail(false), PMIX_SUCCESS);
		peer_step("mail by another server");
		expect("mail by another server", mail(true), PMIX_ERR_NOT_SUPPORTED);
		store("interop.stored", "first");
		store("interop.stored", "second");
	}
	record();
	topic();
	peer_fence("all is logged", false);
	look_up("interop.stored", "second");
	return peer_finalize("%s", "");
}
