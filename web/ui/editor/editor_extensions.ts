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
import type { Translate } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** Makes Enter start a new line when the suggestion is already typed in full: accepting it would change nothing. */
const leaveWholeWord: Extension = Prec.highest(keymap.of([{ key: "Enter", run: closeWhenWhole }]));

// Returns false so that the key reaches the handler that inserts the line.
function closeWhenWhole(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const word = view.state.wordAt(head);
  const typed = word && view.state.sliceDoc(word.from, head);
  if (typed && typed === selectedCompletion(view.state)?.label) closeCompletion(view);
  return false;
}

/** How long Tab leaves the editor after Escape, unless another key is pressed first, milliseconds. */
const LEAVE_MS = 5 * 60_000;

// On keyup, because on keydown the library sets its own limit of two seconds.
const leaveByTab = EditorView.domEventHandlers({
  keyup: ({ key }, view) => {
    if (key === "Escape") view.setTabFocusMode(LEAVE_MS);
  },
});

/** Returns the extensions of every text in an editor, including read-only comparisons. */
export function readingExtensions(): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    editorTheme,
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    EditorView.contentAttributes.of({ tabindex: "0" }), // keeps a text that is not editable reachable by Tab, for scrolling
    search({ top: true }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
  ];
}

/** Returns the extensions of an editable text. They come before `readingExtensions`, so that their keys take precedence. */
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

/**
 * Returns the extensions that are too slow for very long texts: error marks, folding, and completion from the words of
 * the text.
 */
export function shortTextExtensions(): Extension {
  return [
    lintGutter(),
    foldGutter(),
    EditorState.languageData.of(() => [{ autocomplete: completeAnyWord }]),
  ];
}

/** Returns the extensions for the user's settings; `indent` is the indentation found in the file. */
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

/** Makes a text read-only. A touch then opens no on-screen keyboard; other devices keep a cursor for selecting. */
export function readOnlyExtensions(readOnly: boolean): Extension {
  if (!readOnly) return [];
  const touched = matchMedia("(pointer: coarse)").matches;
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(!touched),
  ];
}

/**
 * Replaces a multi-line selection without the browser: Chromium joins the lines with inline styles, which the content
 * security policy blocks with a console error for each.
 */
const typeOverLines = EditorView.domEventHandlers({
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

// The library's phrases and the page's message for each.
const known: Record<string, MessageKey> = {
  "Find": "editor.find",
  "Replace": "editor.replaceWith",
  "next": "editor.next",
  "previous": "editor.previous",
  "all": "editor.selectMatches",
  "match case": "editor.matchCase",
  "regexp": "editor.regexp",
  "by word": "editor.wholeWord",
  "replace": "editor.replace",
  "replace all": "editor.replaceAll",
  "close": "ui.close",
  "current match": "editor.currentMatch",
  "on line": "editor.onLine",
  "replaced match on line $": "editor.replacedOne",
  "replaced $ matches": "editor.replacedMany",
  "Go to line": "editor.goToLine",
  "go": "editor.go",
  "Fold line": "editor.foldLine",
  "Unfold line": "editor.unfoldLine",
  "Folded lines": "editor.foldedLines",
  "Unfolded lines": "editor.unfoldedLines",
  "folded code": "editor.foldedCode",
  "unfold": "editor.unfold",
  "to": "editor.to",
  "Completions": "editor.completions",
  "Diagnostics": "editor.problems",
  "No diagnostics": "editor.noProblems",
  "Control character": "editor.controlCharacter",
  "Selection deleted": "editor.selectionDeleted",
  "$ unchanged lines": "editor.unchangedLines",
  "Revert this chunk": "editor.takeLeft",
};

/** Translates the editor's own panels into the language of the page. */
export function editorPhrases(t: Translate): Extension {
  return EditorState.phrases.of(
    Object.fromEntries(Object.entries(known).map(([phrase, key]) => [phrase, t(key)])),
  );
}
