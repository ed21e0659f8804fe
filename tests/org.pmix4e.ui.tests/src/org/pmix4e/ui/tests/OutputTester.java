// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.jface.action.IAction;
import org.eclipse.jface.text.IFindReplaceTarget;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.actions.ActionFactory;
import org.eclipse.ui.texteditor.IUpdate;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Contrast;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.console.WatchedOutput;
import org.pmix4e.ui.internal.output.OutputView;

/** Page object of the view PMIx Output. */
final class OutputTester {
	private final StyledText text;

	private OutputTester(StyledText text) {
		this.text = text;
	}

	/** Shows the view in front, also of a console that output has just brought there: it would hide the view, which shows no output then. */
	static OutputTester show() {
		IViewPart view = Workbench.show(PmixUi.VIEW_OUTPUT);
		Ui.await("PMIx Output in front, and no console that is about to be shown", () -> {
			boolean isVisible = Workbench.page().isPartVisible(view);
			if (!isVisible) {
				Workbench.page().showView(PmixUi.VIEW_OUTPUT);
			}
			return isVisible && WatchedOutput.isWatched() && ConsoleTester.isNoneToCome();
		});
		return new OutputTester(Ui.get(((OutputView) view)::text));
	}

	/** Closes the view, so that it does not follow the output. */
	static void close() {
		Ui.run(() -> Workbench.page().hideView(Workbench.page().findView(PmixUi.VIEW_OUTPUT)));
	}

	StyledText text() {
		return text;
	}

	/** Returns the view if it is open, even if another part hides it. */
	static Optional<OutputTester> found() {
		return Ui.get(() -> Workbench.page().findView(PmixUi.VIEW_OUTPUT) instanceof OutputView view ? Optional.of(new OutputTester(view.text()))
				: Optional.empty());
	}

	List<String> lines() {
		return Ui.get(() -> text.getText().lines().toList());
	}

	/** Places the caret at the beginning of the first line that contains a text, as the arrow keys do. */
	void placeCaret(String part) {
		Ui.run(() -> {
			String before = text.getText().substring(0, text.getText().indexOf(part));
			text.setCaretOffset(before.lastIndexOf('\n') + 1);
		});
	}

	void awaitLine(String line) {
		Ui.await(() -> line + " in " + lines(), () -> lines().contains(line));
	}

	/** Waits until the view, which reads the output of a job that it shows anew a little later, has exactly these lines in any order. */
	void awaitOnly(String... lines) {
		List<String> wanted = Stream.of(lines).sorted().toList();
		Ui.await(() -> wanted + " instead of " + lines(), () -> lines().stream().sorted().toList().equals(wanted));
	}

	/** Returns the text in the head of the view, which names the job. */
	String title() {
		return Ui.get(() -> view().getContentDescription());
	}

	/** Limits the view to some ranks, as other views do. */
	void showOnly(List<RankElement> ranks) {
		Ui.run(() -> view().showOnly(ranks));
	}

	private static OutputView view() {
		return (OutputView) Workbench.page().findView(PmixUi.VIEW_OUTPUT);
	}

	/** Types a filter. */
	void filter(String filter) {
		Ui.run(() -> field("rank:").setText(filter));
	}

	String filter() {
		return Ui.get(() -> field("rank:").getText());
	}

	/** Types a line of input and presses Enter. */
	void input(String line) {
		Ui.run(() -> {
			Text field = inputField();
			field.setText(line);
			Ui.notify(field, SWT.DefaultSelection);
		});
	}

	/** Clicks into the field for input. */
	void focusInput() {
		Ui.await("the focus in the field for input", () -> inputField().isFocusControl() || inputField().setFocus());
	}

	boolean isVisible() {
		return Ui.get(() -> Workbench.page().isPartVisible(view()));
	}

	/** Returns whether the field for input can be seen and has room for some letters. */
	boolean isInputVisible() {
		return Ui.get(() -> inputField().isVisible() && inputField().getSize().x > 50 && inputField().getSize().y > 10);
	}

	/** Returns the tool tip when the pointer is over a line that contains a text, that many pixels from the left. */
	String tip(String part, int x) {
		return Ui.get(() -> {
			Event event = new Event();
			event.x = x;
			event.y = text.getLocationAtOffset(text.getText().indexOf(part)).y + 2;
			text.notifyListeners(SWT.MouseMove, event);
			return String.valueOf(text.getToolTipText()).replace("null", "");
		});
	}

	/** Waits for a text beside the filter. */
	void awaitLabel(String words) {
		Ui.await(() -> words + " in " + labels(), () -> labels().contains(words));
	}

	/** Waits until no text beside the filter contains these words. */
	void awaitNoLabel(String words) {
		Ui.await(() -> "no " + words + " in " + labels(), () -> labels().stream().noneMatch(label -> label.contains(words)));
	}

	private List<String> labels() {
		return Ui.get(() -> labels(page()).toList());
	}

	/** Returns the texts of labels, also while the console hides the view. */
	private static Stream<String> labels(Composite parent) {
		return Stream.of(parent.getChildren()).flatMap(child -> child instanceof Label label ? Stream.of(label.getText())
				: child instanceof Composite composite ? labels(composite) : Stream.empty());
	}

	/** Opens the context menu by its key, and returns the texts of its items. */
	List<String> menu() {
		return Ui.get(() -> withMenu(menu -> Stream.of(menu.getItems()).map(item -> item.getText().replace("&", "")).toList()));
	}

	/** Opens the context menu by its key, and chooses an item. */
	void choose(String label) {
		Ui.run(() -> withMenu(menu -> {
			MenuItem found = Stream.of(menu.getItems()).filter(item -> item.getText().replace("&", "").equals(label)).findFirst().orElseThrow();
			assertThat(found.isEnabled()).as(label).isTrue();
			found.notifyListeners(SWT.Selection, new Event());
			return found;
		}));
	}

	private <T> T withMenu(Function<Menu, T> use) {
		Event event = new Event();
		event.detail = SWT.MENU_KEYBOARD;
		text.notifyListeners(SWT.MenuDetect, event);
		Menu menu = text.getMenu();
		menu.notifyListeners(SWT.Show, new Event());
		try {
			return use.apply(menu);
		} finally {
			menu.notifyListeners(SWT.Hide, new Event());
		}
	}

	/** Searches as the dialog Find/Replace does: forward from the beginning, backward from the end. */
	String find(String wanted, boolean forward, boolean caseSensitive) {
		return Ui.get(() -> {
			IFindReplaceTarget target = view().getAdapter(IFindReplaceTarget.class);
			int found = target.findAndSelect(forward ? 0 : -1, wanted, forward, caseSensitive, false);
			return found < 0 ? "not found" : target.getSelectionText() + " at " + target.getSelection().x;
		});
	}

	/** Returns whether Find of the menu Edit works in the view. */
	boolean isFindEnabled() {
		return Ui.get(() -> {
			IAction find = view().getViewSite().getActionBars().getGlobalActionHandler(ActionFactory.FIND.getId());
			((IUpdate) find).update();
			return find.isEnabled();
		});
	}

	/** Waits for a message in the status line. */
	void awaitStatus(String message) {
		Ui.await(message, () -> Widgets.all(Workbench.window().getShell(), CLabel.class).stream()
				.anyMatch(label -> message.equals(label.getText())));
	}

	/** Scrolls to a text, and returns whether it has red letters. */
	boolean isRed(String part) {
		return pixels(part).anyMatch(pixel -> pixel.red > 120 && pixel.red > 2 * pixel.green && pixel.red > 2 * pixel.blue);
	}

	/** Scrolls to a text, and returns the highest contrast of its pixels with the background. */
	double contrast(String part) {
		RGB background = Ui.get(() -> text.getBackground().getRGB());
		return pixels(part).mapToDouble(pixel -> Contrast.ratio(pixel, background)).max().orElseThrow();
	}

	private Stream<RGB> pixels(String part) {
		return Ui.get(() -> {
			int begin = text.getText().indexOf(part);
			text.setTopIndex(text.getLineAtOffset(begin));
			text.update();
			Rectangle area = text.getTextBounds(begin, begin + part.length() - 1);
			Point place = text.toDisplay(area.x, area.y);
			ImageData picture = Pictures.of(new Rectangle(place.x, place.y, area.width, area.height));
			return IntStream.range(0, picture.width * picture.height)
					.mapToObj(at -> picture.palette.getRGB(picture.getPixel(at % picture.width, at / picture.width)));
		});
	}

	/** Presses the button that ends the input. */
	void pressEnd() {
		Ui.run(() -> Ui.press(find(page(), Button.class, button -> button.getText().equals("End of Input"))));
	}

	/** Presses Ctrl+D in the field for input. */
	void endInput() {
		Ui.run(() -> {
			Text field = inputField();
			Event event = new Event();
			event.type = SWT.KeyDown;
			event.widget = field;
			event.character = 4;
			event.stateMask = SWT.CTRL;
			event.keyCode = 'd';
			field.notifyListeners(SWT.KeyDown, event);
		});
	}

	void awaitInput(boolean enabled) {
		Ui.await("an input field that is enabled: " + enabled, () -> inputField().isEnabled() == enabled);
	}

	/** Returns the widths of the fields for the filter and for input. */
	List<Integer> fieldWidths() {
		return Ui.get(() -> List.of(field("rank:").getSize().x, inputField().getSize().x));
	}

	/** Returns what the user has typed and not sent. */
	String inputText() {
		return Ui.get(() -> inputField().getText());
	}

	String inputHint() {
		return Ui.get(() -> inputField().getMessage());
	}

	List<String> inputTargets() {
		return Ui.get(() -> List.of(target().getItems()));
	}

	/** Chooses the ranks that get the input. */
	void inputTo(String ranks) {
		Ui.run(() -> {
			Combo target = target();
			assertThat(target.isEnabled()).isTrue();
			target.select(target.indexOf(ranks));
			Ui.notify(target, SWT.Selection);
		});
	}

	/** Returns whether the list of targets has room for the text of each. */
	boolean showsWholeTargets() {
		return Ui.get(() -> target().getSize().x >= target().computeSize(SWT.DEFAULT, SWT.DEFAULT).x);
	}

	private Combo target() {
		return find(page(), Combo.class, combo -> true);
	}

	private Text inputField() {
		return find(page(), Text.class, field -> ScreenReader.name(field).startsWith("Input"));
	}

	private Text field(String hint) {
		return find(page(), Text.class, field -> field.getMessage().startsWith(hint));
	}

	/** Finds a control, also while the console, which the platform brings to the front at the first output, hides the view. */
	private static <T extends Control> T find(Composite parent, Class<T> type, Predicate<T> wanted) {
		for (Control child : parent.getChildren()) {
			if (type.isInstance(child) && wanted.test(type.cast(child))) {
				return type.cast(child);
			}
			T inside = child instanceof Composite composite ? find(composite, type, wanted) : null;
			if (inside != null) {
				return inside;
			}
		}
		return null;
	}

	private Composite page() {
		return text.getParent();
	}
}
