// SPDX-License-Identifier: EPL-2.0
/**
 * The local runtime as an OSGi service.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.service;
