// SPDX-License-Identifier: EPL-2.0
/** Output of ranks, from their pipes to sinks, files and tools, and their standard input. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.streams;
