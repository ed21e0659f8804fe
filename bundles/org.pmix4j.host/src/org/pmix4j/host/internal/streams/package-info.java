// SPDX-License-Identifier: EPL-2.0
/** What ranks write and read: from their pipes to sinks, files and tools, and from a source to their standard input. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.streams;
