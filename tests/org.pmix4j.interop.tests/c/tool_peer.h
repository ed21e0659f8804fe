// SPDX-License-Identifier: EPL-2.0
// Common code of the tools, some of which a rank starts, but which attach as if they had been started by hand.
#ifndef TOOL_PEER_H
#define TOOL_PEER_H

#include "pmix_peer.h"

#include <pmix_tool.h>

static inline void tool_forget_environment(void)
{
	static const char *const names[] = {"PMIX_NAMESPACE", "PMIX_RANK", "PMIX_SERVER_URI61", "PMIX_SERVER_URI51", "PMIX_SERVER_URI41",
			"PMIX_SERVER_URI4", "PMIX_SERVER_URI3", "PMIX_SERVER_URI21", "PMIX_SERVER_URI2", "PMIX_SERVER_TMPDIR",
			"PMIX_SYSTEM_TMPDIR", "PMIX_HOSTNAME", "PMIX_VERSION"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
}

// Prints the summary of the only process of its kind, and returns the exit code.
static inline int tool_summary(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int code = peer_summary(1, format, arguments);
	va_end(arguments);
	return code;
}

#endif
