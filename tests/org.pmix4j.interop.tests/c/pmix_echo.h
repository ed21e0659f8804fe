// SPDX-License-Identifier: EPL-2.0
// Functions of a server's module that answer each request to the host with what the library has read of it. A client that gets back
// what it sent knows that libpmix reads its requests and that it reads libpmix's replies. Other facts are added as "echo.<name>".
#ifndef PMIX_ECHO_H
#define PMIX_ECHO_H

#include <pmix_server.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void echo_release(void *object)
{
	PMIx_Data_array_destruct(object);
	free(object);
}

static void *echo_start(const pmix_info_t infos[], size_t count)
{
	void *list = PMIx_Info_list_start();
	for (size_t i = 0; i < count; i++)
		PMIx_Info_list_xfer(list, &infos[i]);
	return list;
}

static pmix_status_t echo_reply(void *list, pmix_info_cbfunc_t done, void *data)
{
	pmix_data_array_t *infos = malloc(sizeof *infos);
	PMIx_Info_list_convert(list, infos);
	PMIx_Info_list_release(list);
	done(PMIX_SUCCESS, infos->array, infos->size, data, echo_release, infos);
	return PMIX_SUCCESS;
}

static pmix_status_t echo_fact(const pmix_info_t infos[], size_t count, const char *key, const void *fact, pmix_data_type_t type,
		pmix_info_cbfunc_t done, void *data)
{
	void *list = echo_start(infos, count);
	PMIx_Info_list_add(list, key, fact, type);
	return echo_reply(list, done, data);
}

static void echo_array(void *list, const char *key, pmix_data_type_t type, const void *elements, size_t count)
{
	pmix_data_array_t array = {.type = type, .size = count, .array = (void *) elements};
	PMIx_Info_list_add(list, key, &array, PMIX_DATA_ARRAY);
}

// What was read of the last request for a resource block, whose own reply has no room for it.
static char echo_block[256];

// Each key has the qualifiers of its query as the value, except echo.block.
static pmix_status_t echo_query(pmix_proc_t *proc, pmix_query_t queries[], size_t count, pmix_info_cbfunc_t done, void *data)
{
	(void) proc;
	void *list = PMIx_Info_list_start();
	for (size_t i = 0; i < count; i++)
		for (char **key = queries[i].keys; key != NULL && *key != NULL; key++)
			if (strcmp(*key, "echo.block") == 0)
				PMIx_Info_list_add(list, *key, echo_block, PMIX_STRING);
			else if (queries[i].nqual > 0)
				echo_array(list, *key, PMIX_INFO, queries[i].qualifiers, queries[i].nqual);
			else
				PMIx_Info_list_add(list, *key, "no qualifiers", PMIX_STRING);
	return echo_reply(list, done, data);
}

static pmix_status_t echo_allocate(const pmix_proc_t *proc, pmix_alloc_directive_t directive, const pmix_info_t infos[], size_t count,
		pmix_info_cbfunc_t done, void *data)
{
	(void) proc;
	return echo_fact(infos, count, "echo.directive", &directive, PMIX_ALLOC_DIRECTIVE, done, data);
}

static pmix_status_t echo_job_control(const pmix_proc_t *proc, const pmix_proc_t targets[], size_t count, const pmix_info_t infos[],
		size_t info_count, pmix_info_cbfunc_t done, void *data)
{
	(void) proc;
	void *list = echo_start(infos, info_count);
	echo_array(list, "echo.targets", PMIX_PROC, targets, count);
	return echo_reply(list, done, data);
}

static pmix_status_t echo_monitor(const pmix_proc_t *proc, const pmix_info_t *subject, pmix_status_t error, const pmix_info_t infos[],
		size_t count, pmix_info_cbfunc_t done, void *data)
{
	(void) proc;
	void *list = echo_start(infos, count);
	PMIx_Info_list_xfer(list, subject);
	PMIx_Info_list_add(list, "echo.error", &error, PMIX_STATUS);
	return echo_reply(list, done, data);
}

static pmix_status_t echo_credential(const pmix_proc_t *proc, const pmix_info_t infos[], size_t count, pmix_credential_cbfunc_t done,
		void *data)
{
	char text[64];
	snprintf(text, sizeof text, "credential of rank %u", proc->rank);
	pmix_byte_object_t credential = {.bytes = text, .size = strlen(text)};
	done(PMIX_SUCCESS, &credential, (pmix_info_t *) infos, count, data);
	return PMIX_SUCCESS;
}

static pmix_status_t echo_validation(const pmix_proc_t *proc, const pmix_byte_object_t *credential, const pmix_info_t infos[],
		size_t count, pmix_validation_cbfunc_t done, void *data)
{
	(void) proc;
	void *list = echo_start(infos, count);
	PMIx_Info_list_add(list, "echo.credential", (void *) credential, PMIX_BYTE_OBJECT);
	pmix_data_array_t reply;
	PMIx_Info_list_convert(list, &reply);
	PMIx_Info_list_release(list);
	done(PMIX_SUCCESS, reply.array, reply.size, data);
	PMIx_Data_array_destruct(&reply);
	return PMIX_SUCCESS;
}

static pmix_status_t echo_fabric(const pmix_proc_t *proc, pmix_fabric_operation_t operation, const pmix_info_t infos[], size_t count,
		pmix_info_cbfunc_t done, void *data)
{
	(void) proc;
	uint8_t number = operation;
	return echo_fact(infos, count, "echo.operation", &number, PMIX_UINT8, done, data);
}

#if PMIX_NUMERIC_VERSION >= 0x00050000
static pmix_status_t echo_session_control(const pmix_proc_t *proc, uint32_t session, const pmix_info_t infos[], size_t count,
		pmix_info_cbfunc_t done, void *data)
{
	(void) proc;
	return echo_fact(infos, count, "echo.session", &session, PMIX_UINT32, done, data);
}
#endif

#if PMIX_NUMERIC_VERSION >= 0x00060000
static pmix_status_t echo_resource_block(const pmix_proc_t *proc, pmix_resource_block_directive_t directive, const char *block,
		const pmix_resource_unit_t units[], size_t count, const pmix_info_t infos[], size_t info_count, pmix_op_cbfunc_t done,
		void *data)
{
	(void) proc, (void) infos;
	FILE *text = fmemopen(echo_block, sizeof echo_block, "w");
	fprintf(text, "%s: directive %u,", block, directive);
	for (size_t i = 0; i < count; i++)
		fprintf(text, " %zu of type %zu", units[i].count, (size_t) units[i].type);
	fprintf(text, ", %zu infos", info_count);
	fclose(text);
	done(PMIX_SUCCESS, data);
	return PMIX_SUCCESS;
}
#endif

#endif
