// SPDX-License-Identifier: EPL-2.0
/** Tests of the launcher as its users meet it: the life of jobs, signals, streams, limits of the system, and servers that stay. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.launcher.tests;
