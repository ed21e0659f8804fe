// SPDX-License-Identifier: EPL-2.0
/** What a program that embeds the server may offer to the processes that it started. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.spi;
