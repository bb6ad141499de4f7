// The style of every text editor and comparison. Colors are the page's tokens, so light and dark mode change without the
// editor's involvement; syntax colors keep text contrast on every surface.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { type Tag, tags as t } from "@lezer/highlight";

const selection = "color-mix(in srgb, var(--accent) 22%, transparent)";
// Light enough that even the faintest text keeps its contrast; the outline does the rest.
const found = "color-mix(in srgb, var(--warning) 14%, transparent)";
const foundHere = "color-mix(in srgb, var(--orange) 18%, transparent)";

const frame = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  // Covers the line numbers too.
  "[data-by-key] &:has(.cm-content:focus)::after": {
    content: '""',
    position: "absolute",
    inset: 0,
    zIndex: 300,
    pointerEvents: "none",
    outline: "2px solid var(--accent)",
    outlineOffset: "-2px",
  },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    fontSize: "var(--editor-font-size, 13px)",
    lineHeight: "1.5",
    overscrollBehavior: "contain",
  },
  ".cm-content": { caretColor: "var(--text)", paddingBlock: "8px" },
  ".cm-line": { paddingInline: "8px 16px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: selection,
  },
  ".cm-content ::selection": { backgroundColor: selection },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  ".cm-specialChar": { color: "var(--faint)" },
  ".cm-placeholder": { color: "var(--faint)" },
  // Below 16 px a phone zooms in on the focused field.
  "@media (pointer: coarse)": {
    ".cm-scroller": { fontSize: "max(16px, var(--editor-font-size, 16px))" },
  },
});

const gutters = EditorView.theme({
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "none" },
  ".cm-gutters.cm-gutters-before": { borderRight: "none" },
  ".cm-lineNumbers .cm-gutterElement": { paddingInline: "12px 4px", minWidth: "36px" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-foldGutter .cm-gutterElement": { paddingInline: "2px", cursor: "pointer" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--neutral-soft)",
    border: "none",
    borderRadius: "4px",
    color: "var(--muted)",
    paddingInline: "6px",
  },
  ".cm-gutter-lint": { width: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0 0 4px" },
});

const marks = EditorView.theme({
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
    outline: "1px solid color-mix(in srgb, var(--accent) 45%, transparent)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--danger-soft)" },
  ".cm-searchMatch": { backgroundColor: found, outline: "1px solid var(--warning)" },
  ".cm-searchMatch.cm-searchMatch-selected": {
    backgroundColor: foundHere,
    outline: "2px solid var(--orange)",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
});

const panels = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", fontFamily: "var(--font-sans)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search, .cm-dialog": { padding: "8px 40px 8px 12px", fontSize: "13px" },
  ".cm-panel.cm-search label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    fontSize: "13px",
    margin: "0 8px 0 0",
  },
  ".cm-panel.cm-search br": { content: "''", display: "block", height: "6px" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button": { margin: "2px 6px 2px 0" },
  ".cm-panel.cm-search [name=close], .cm-dialog-close": {
    position: "absolute",
    insetBlockStart: "6px",
    insetInlineEnd: "8px",
    width: "28px",
    height: "28px",
    margin: 0,
    fontSize: "18px",
    color: "var(--muted)",
    background: "none",
    border: "none",
  },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    color: "var(--text)",
    fontSize: "13px",
    padding: "4px 8px",
    minWidth: "180px",
  },
  ".cm-textfield:focus": {
    borderColor: "var(--accent)",
    outline: "2px solid var(--accent)",
    outlineOffset: "-1px",
  },
  ".cm-button": {
    background: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    color: "var(--text)",
    fontSize: "13px",
    padding: "4px 10px",
  },
  ".cm-button:hover": { background: "var(--hover)" },
  "@media (pointer: coarse)": {
    ".cm-textfield": { fontSize: "16px", minHeight: "40px", minWidth: "140px" },
    ".cm-button": { minHeight: "40px" },
    ".cm-panel.cm-search label": { minHeight: "32px" },
    ".cm-panel.cm-search [name=select]": { display: "none" }, // multiple cursors are of no use on a touch screen
  },
});

const tips = EditorView.theme({
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    border: "none",
    borderRadius: "6px",
    boxShadow: "var(--float)",
    color: "var(--text)",
    fontSize: "13px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--selected)",
    color: "var(--text)",
  },
  ".cm-completionMatchedText": { color: "var(--accent-text)", textDecoration: "none", fontWeight: 600 },
  ".cm-completionDetail": { color: "var(--muted)" },
  ".cm-diagnostic": { padding: "6px 12px", fontFamily: "var(--font-sans)" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--danger)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "3px",
  },
  ".cm-lint-marker": { width: "10px", height: "10px" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--danger)", borderRadius: "999px" },
});

function coloured(color: string, messages: readonly Tag[], rest: object = {}) {
  return { tag: messages, color, ...rest };
}

const messages = HighlightStyle.define([
  coloured("var(--violet-text)", [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword, t.self]),
  coloured("var(--success-text)", [t.string, t.special(t.string), t.character, t.attributeValue, t.inserted]),
  coloured("var(--orange-text)", [t.number, t.bool, t.null, t.atom, t.unit, t.color]),
  coloured("var(--faint)", [t.comment, t.lineComment, t.blockComment, t.docComment], { fontStyle: "italic" }),
  coloured("var(--accent-text)", [
    t.function(t.variableName),
    t.function(t.propertyName),
    t.definition(t.function(t.variableName)),
    t.labelName,
    t.macroName,
    t.link,
    t.url,
  ]),
  coloured("var(--warning-text)", [
    t.typeName,
    t.className,
    t.namespace,
    t.regexp,
    t.escape,
    t.standard(t.name),
  ]),
  coloured("var(--danger-text)", [t.tagName, t.deleted, t.invalid]),
  coloured("var(--accent-text)", [t.propertyName, t.attributeName, t.definition(t.propertyName)]),
  coloured("var(--muted)", [t.meta, t.processingInstruction, t.punctuation, t.operator]),
  { tag: t.heading, fontWeight: "600", color: "var(--accent-text)" },
  { tag: t.strong, fontWeight: "600" },
  { tag: t.emphasis, fontStyle: "italic" },
  { tag: t.strikethrough, textDecoration: "line-through" },
]);

/** The theme that makes an editor match the page. */
export const editorTheme = [frame, gutters, marks, panels, tips, syntaxHighlighting(messages)];
