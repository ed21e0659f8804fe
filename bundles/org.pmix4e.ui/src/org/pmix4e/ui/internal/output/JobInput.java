// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy2;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.pmix4e.ui.internal.AccessibleName;

/**
 * The field that sends lines to the ranks that read standard input, which the launch configuration names. Owned by the view, on the thread
 * of the user interface; another thread writes, because a job that does not read makes the writer wait.
 */
final class JobInput {
	private final Composite bar;
	private final Text line;
	private final Button end;
	private Optional<IStreamsProxy2> streams = Optional.empty();
	private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);

	JobInput(Composite parent) {
		bar = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(3).margins(4, 2).applyTo(bar);
		new Label(bar, SWT.NONE).setText(Messages.input);
		line = new Text(bar, SWT.SINGLE | SWT.BORDER);
		line.setMessage(Messages.input_hint);
		AccessibleName.set(line, Messages.input);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(line);
		line.addListener(SWT.DefaultSelection, event -> send());
		line.addListener(SWT.KeyDown, this::key);
		end = new Button(bar, SWT.PUSH);
		end.setText(Messages.input_end);
		end.addListener(SWT.Selection, event -> end());
		GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
	}

	/** Sends to another process from now on. */
	void show(Optional<IProcess> process) {
		streams = process.map(IProcess::getStreamsProxy).filter(IStreamsProxy2.class::isInstance).map(IStreamsProxy2.class::cast);
		update(process);
	}

	/** Disables the field when the job has ended. */
	void update(Optional<IProcess> process) {
		boolean runs = streams.isPresent() && process.filter(known -> !known.isTerminated()).isPresent();
		line.setEnabled(runs);
		end.setEnabled(runs);
	}

	private void key(Event event) {
		if (event.character == 4 || event.stateMask == SWT.CTRL && event.keyCode == 'd') {
			end();
			event.doit = false;
		}
	}

	private void send() {
		String text = line.getText() + "\n";
		streams.ifPresent(target -> write(() -> target.write(text)));
		line.setText("");
	}

	private void end() {
		streams.ifPresent(target -> write(target::closeInputStream));
		line.setEnabled(false);
		end.setEnabled(false);
		streams = Optional.empty();
	}

	private interface Writing {
		void write() throws IOException;
	}

	/** Writes after everything that was written before. */
	private void write(Writing writing) {
		written = written.thenRunAsync(() -> {
			try {
				writing.write();
			} catch (IOException e) {
				ILog.get().warn(e.getMessage(), e);
			}
		});
	}
}
