import { EditorView } from "@codemirror/view";

/**
 * Replaces a multi-line selection without the browser: Chromium joins the lines with inline styles, which the content
 * security policy blocks with a console error for each.
 */
export const typeOverLines = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    if (inputType !== "insertText" || data === null || isComposing || state.readOnly) return false;
    if (to <= state.doc.lineAt(from).to) return false;
    const type = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const handled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, type));
    if (!handled) view.dispatch(type());
    return true;
  },
});
