import { closeCompletion, selectedCompletion } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** Makes Enter begin a new line where what is suggested stands there already: to take it would change nothing. */
export const leaveWholeWord: Extension = Prec.highest(keymap.of([{ key: "Enter", run: closeWhenWhole }]));

// Answers false, so that the key goes on to what makes the line.
function closeWhenWhole(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const word = view.state.wordAt(head);
  const typed = word && view.state.sliceDoc(word.from, head);
  if (typed && typed === selectedCompletion(view.state)?.label) closeCompletion(view);
  return false;
}
