// SPDX-License-Identifier: EPL-2.0
/** Groups of processes as such: their records, and what constructing one has to do with directives and data. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.group;
