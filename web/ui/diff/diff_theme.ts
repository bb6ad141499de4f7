import { EditorView } from "@codemirror/view";

// Changed words are underlined: a background dark enough to mark them would reduce the contrast of their colors.
const removed = "color-mix(in srgb, var(--danger) 12%, transparent)";
const added = "color-mix(in srgb, var(--success) 13%, transparent)";

function underlined(color: string) {
  return { background: "none", textDecoration: "none", boxShadow: `inset 0 -2px 0 ${color}` };
}

/** The styles of differences: red on the left, green on the right, changed words stronger. */
export const diffTheme = EditorView.theme({
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: removed },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: added },
  "&.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText":
    underlined(
      "var(--danger)",
    ),
  "&.cm-merge-b .cm-changedText": underlined("var(--success)"),
  "&.cm-merge-a .cm-changedLineGutter, & .cm-deletedLineGutter": { background: "var(--danger)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--success)" },
  ".cm-deletedChunk": { paddingInline: "8px 16px" },
  ".cm-deletedChunk button": {
    background: "var(--surface)",
    border: "1px solid var(--line-strong)",
    color: "var(--text)",
    borderRadius: "4px",
    padding: "1px 8px",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
  },
  ".cm-collapsedLines": {
    background: "var(--sunken)",
    color: "var(--muted)",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    padding: "4px 12px",
  },
  ".cm-collapsedLines:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: "''", margin: 0 },
  ".cm-changeGutter": { width: "3px", paddingLeft: 0 },
});
