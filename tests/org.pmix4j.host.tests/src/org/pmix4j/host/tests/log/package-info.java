// SPDX-License-Identifier: EPL-2.0
/** Tests of logging. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.log;
