// SPDX-License-Identifier: EPL-2.0
/**
 * Testing the connection to the machines on which a launch configuration runs its job.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.connection;
