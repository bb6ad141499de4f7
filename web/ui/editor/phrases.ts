import { EditorState, type Extension } from "@codemirror/state";
import type { Translate } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

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
