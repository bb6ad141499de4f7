// Stretches that are folded are opened by a click only, as the library makes them. Here they are buttons, reached by Tab.

import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";

const FOLDED = ".cm-collapsedLines";

/** Lets the folded stretches of a comparison be opened by keyboard. */
export function foldKeys(): Extension {
  return ViewPlugin.define((view) => {
    const request = { key: foldKeys, read: () => {}, write: () => markFolds(view) };
    view.requestMeasure(request);
    return { update: () => view.requestMeasure(request) };
  });
}

function markFolds(view: EditorView): void {
  for (const fold of view.contentDOM.querySelectorAll<HTMLElement>(`${FOLDED}:not([role])`)) {
    fold.role = "button";
    fold.tabIndex = 0;
    fold.ariaExpanded = "false";
    fold.addEventListener("keydown", (event) => onKey(event, fold, view));
  }
}

function onKey(event: KeyboardEvent, fold: HTMLElement, view: EditorView): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || /^F\d/.test(key)) return;
  // To the editor around it Tab would be an indent and Enter a new line.
  event.stopPropagation();
  if (key !== "Enter" && key !== " ") return;
  event.preventDefault();
  const at = view.posAtDOM(fold);
  fold.click();
  // The button is gone: on with where it was.
  view.dispatch({ selection: { anchor: at } });
  view.focus();
}
