import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completeAnyWord,
  completionKeymap,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { nonce } from "../../paths.ts";
import type { EditorSettings } from "./editor_settings.ts";
import { editorTheme } from "./editor_theme.ts";
import { typeOverLines } from "./type_over_lines.ts";

/** Makes Enter begin a new line where what is suggested stands there already: to take it would change nothing. */
const leaveWholeWord: Extension = Prec.highest(keymap.of([{ key: "Enter", run: closeWhenWhole }]));

// Answers false, so that the key goes on to what makes the line.
function closeWhenWhole(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const word = view.state.wordAt(head);
  const typed = word && view.state.sliceDoc(word.from, head);
  if (typed && typed === selectedCompletion(view.state)?.label) closeCompletion(view);
  return false;
}

/** How long after Escape Tab leaves the editor, unless another key comes first. */
const LEAVE_MS = 5 * 60_000;

// When the key comes up, for when it goes down the library takes the two seconds it thinks to be enough.
const leaveByTab = EditorView.domEventHandlers({
  keyup: ({ key }, view) => {
    if (key === "Escape") view.setTabFocusMode(LEAVE_MS);
  },
});

/** What every text has that is shown in an editor, also where it is only compared. */
export function readingExtensions(): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    editorTheme,
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    EditorView.contentAttributes.of({ tabindex: "0" }), // also what is not editable is reached by Tab, to be scrolled
    search({ top: true }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
  ];
}

/** What one text has that is there to be written: it stands before `readingExtensions`, so that its keys come first. */
export function writingExtensions(): Extension {
  return [
    history(),
    dropCursor(),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    typeOverLines,
    bracketMatching(),
    closeBrackets(),
    leaveWholeWord,
    autocompletion(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches({ minSelectionLength: 2 }),
    leaveByTab,
    keymap.of([
      { key: "Tab", run: acceptCompletion },
      ...closeBracketsKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}

/** What costs too much on a very long text: marks of faults, what can be folded, and its words to complete others with. */
export function shortTextExtensions(): Extension {
  return [
    lintGutter(),
    foldGutter(),
    EditorState.languageData.of(() => [{ autocomplete: completeAnyWord }]),
  ];
}

/** What follows from the person's settings; `indent` is what the file itself shows. */
export function settingsExtensions(
  { tabWidth, indentWith }: EditorSettings,
  { indent, wrap }: { indent: string | null; wrap: boolean },
): Extension {
  const usual = indentWith === "tabs" ? "\t" : " ".repeat(tabWidth);
  return [
    EditorState.tabSize.of(tabWidth),
    indentUnit.of(indent ?? usual),
    wrap ? EditorView.lineWrapping : [],
  ];
}

/** Lets a text be read only. A finger on it opens no keyboard then; other machines keep a cursor to select with. */
export function readOnlyExtensions(readOnly: boolean): Extension {
  if (!readOnly) return [];
  const touched = matchMedia("(pointer: coarse)").matches;
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(!touched),
  ];
}
