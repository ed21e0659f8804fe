// SPDX-License-Identifier: EPL-2.0
/** Tests of the credentials of processes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.credential;
