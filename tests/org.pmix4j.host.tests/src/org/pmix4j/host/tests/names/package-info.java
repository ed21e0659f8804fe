// SPDX-License-Identifier: EPL-2.0
/** Tests of the name service. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.names;
