// SPDX-License-Identifier: EPL-2.0
// Every rank gets a credential and puts it, and validates that of its neighbor: it must tell the user of all ranks. A credential with one
// changed byte, or sealed with a key that the validator does not know, must be refused.

#include "pmix_peer.h"

static pmix_info_t *results;
static size_t count;

static pmix_status_t validate(const pmix_byte_object_t *credential)
{
	results = NULL;
	count = 0;
	peer_step("PMIx_Validate_credential");
	return PMIx_Validate_credential(credential, NULL, 0, &results, &count);
}

static void check_owner(void)
{
	bool user = false;
	bool group = false;
	bool type = false;
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&results[i], PMIX_USERID))
			user = results[i].value.type == PMIX_UINT32 && results[i].value.data.uint32 == geteuid();
		else if (PMIX_CHECK_KEY(&results[i], PMIX_GRPID))
			group = results[i].value.type == PMIX_UINT32 && results[i].value.data.uint32 == getegid();
		else if (PMIX_CHECK_KEY(&results[i], PMIX_CRED_TYPE))
			type = strcmp(results[i].value.data.string, "native") == 0;
	}
	check(user && group && type, "owner", "user %d, group %d, type %d", user, group, type);
}

int main(void)
{
	pmix_info_t directives[2];
	pmix_byte_object_t mine = {.bytes = NULL, .size = 0};
	pmix_byte_object_t sealed = {.bytes = NULL, .size = 0};
	pmix_byte_object_t key = {.bytes = "secret", .size = 6};
	pmix_value_t *theirs;
	peer_init("pmix_credential");
	PMIX_INFO_LOAD(&directives[0], PMIX_CRED_TYPE, "kerberos,native", PMIX_STRING);
	PMIX_INFO_LOAD(&directives[1], PMIX_CRYPTO_KEY, &key, PMIX_BYTE_OBJECT);
	peer_step("PMIx_Get_credential");
	expect("credential", PMIx_Get_credential(directives, 1, &mine), PMIX_SUCCESS);
	expect("sealed credential", PMIx_Get_credential(directives, 2, &sealed), PMIX_SUCCESS);
	check(mine.size > 8, "credential", "%zu bytes", mine.size);
	peer_put(PMIX_GLOBAL, "interop.credential", &mine, PMIX_BYTE_OBJECT);
	expect("commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("exchange", true);
	if (expect("get", peer_get((peer_me.rank + 1) % peer_size, "interop.credential", NULL, 0, &theirs), PMIX_SUCCESS)) {
		pmix_byte_object_t credential = theirs->data.bo;
		if (expect("validate", validate(&credential), PMIX_SUCCESS))
			check_owner();
		credential.bytes[credential.size / 2] ^= 1;
		expect("changed", validate(&credential), PMIX_ERR_INVALID_CRED);
	}
	expect("without key", validate(&sealed), PMIX_ERR_INVALID_CRED);
	expect("with key", PMIx_Validate_credential(&sealed, &directives[1], 1, &results, &count), PMIX_SUCCESS);
	peer_fence("end", false);
	return peer_finalize("%s", "");
}
