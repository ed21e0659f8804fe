// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;

/** A job was not launched because there are fewer slots than ranks. */
final class SlotsException extends CoreException {
	private static final long serialVersionUID = 1;

	SlotsException(String reason) {
		super(Status.error(reason));
	}
}
