// SPDX-License-Identifier: EPL-2.0
/** Tests of the engine for servers that are already there, without a server. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.dvm.tests;
