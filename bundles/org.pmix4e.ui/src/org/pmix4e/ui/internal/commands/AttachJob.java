// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.ui.internal.Messages;

/**
 * Attaches to a server, which may take half a minute, and shows that. Canceling it detaches from a server that answers later. Used once.
 */
final class AttachJob extends Job {
	/** The interval of checks for cancellation, which a progress monitor does not report by itself. */
	private static final long LOOK_MILLIS = 100;

	private final ServerAttachments attachments;
	private final String address;
	private final Consumer<String> failed;

	/**
	 * @param address as {@link ServerAttachments#attach} takes it
	 * @param server  as the user knows it
	 * @param failed  receives the reason and what to do if that fails, on the thread of this job
	 */
	AttachJob(ServerAttachments attachments, String address, String server, Consumer<String> failed) {
		super(NLS.bind(Messages.attach_task, server));
		this.attachments = attachments;
		this.address = address;
		this.failed = failed;
		setUser(true);
	}

	@Override
	protected IStatus run(IProgressMonitor monitor) {
		monitor.beginTask(getName(), IProgressMonitor.UNKNOWN);
		CompletableFuture<ServerElement> attaching = attachments.attach(address);
		try {
			while (true) {
				try {
					attaching.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
					return Status.OK_STATUS;
				} catch (TimeoutException e) {
					if (monitor.isCanceled()) {
						attaching.thenAccept(ServerElement::detach);
						return Status.CANCEL_STATUS;
					}
				}
			}
		} catch (ExecutionException e) {
			failed.accept(String.valueOf(e.getCause().getMessage()));
			return Status.OK_STATUS; // the user has been told
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return Status.CANCEL_STATUS;
		}
	}
}
