// Compares two texts, side by side or inline. The right text may be editable; the differences around each edit are
// recomputed.

import { getChunks, MergeView, unifiedMergeView } from "@codemirror/merge";
import {
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  type Range,
  type Text,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin } from "@codemirror/view";
import {
  readingExtensions,
  readOnlyExtensions,
  settingsExtensions,
  writingExtensions,
} from "../editor/editor_extensions.ts";
import type { EditorSettings } from "../editor/editor_settings.ts";
import { findLanguage, loadLanguage } from "../editor/languages.ts";
import {
  hasLongLine,
  MAX_COLOURED,
  readShape,
  separatorOf,
  type TextShape,
  withMark,
  withoutMark,
} from "../editor/text_format.ts";
import { adoptSpace, diffTexts, type Position, positionAt, stepFrom } from "./diff_lines.ts";

export type DiffLayout = "side" | "inline";

export interface TextDiffOptions {
  parent: HTMLElement;
  left: string;
  right: string;
  /** The content that the right side is compared with to decide whether it has unsaved changes. */
  saved: string;
  fileName: string;
  layout: DiffLayout;
  ignoreSpace: boolean;
  collapse: boolean;
  editable: boolean;
  settings: EditorSettings;
  wrap: boolean;
  /** Labels and phrases for each side. */
  extensions: { left: Extension; right: Extension };
  /** Creates the button that copies one change from the left. */
  takeLeftLabel: string;
  onDirty(dirty: boolean): void;
  onPosition(position: Position): void;
  onSave(): void;
}

const diffConfig = { override: diffTexts };
const collapsed = { margin: 3, minSize: 6 };

/** A comparison, alive from its construction until `destroy`. */
export class TextDiff {
  #options: TextDiffOptions;
  #language = new Compartment();
  #shape: TextShape;
  #saved: Text;
  #dirty = false;
  #gone = false;
  #position: Position = { at: null, count: 0 };
  #merge: MergeView | null = null;
  #right: EditorView;

  constructor(options: TextDiffOptions) {
    this.#options = options;
    this.#shape = readShape(options.right);
    const right = withoutMark(options.right);
    const left = options.ignoreSpace
      ? adoptSpace(plainEnds(withoutMark(options.left)), plainEnds(right))
      : withoutMark(options.left);
    this.#right = options.layout === "side" ? this.#openSides(left, right) : this.#openInline(left, right);
    this.#saved = this.#right.state.toText(withoutMark(options.saved));
    this.#reportDirty();
    this.#reportPosition();
    const plain = Math.max(left.length, right.length) > MAX_COLOURED || hasLongLine(left) ||
      hasLongLine(right);
    if (!plain) void this.#loadLanguage();
  }

  /** Returns the right text as it would be saved. */
  text(): string {
    const { doc } = this.#right.state;
    return withMark(doc.sliceString(0, doc.length, separatorOf(this.#shape)), this.#shape);
  }

  isDirty(): boolean {
    return this.#dirty;
  }

  setSaved(text: string): void {
    this.#saved = this.#right.state.toText(withoutMark(text));
    this.#reportDirty();
  }

  /** Scrolls to the next change, or with -1 to the previous one, wrapping around. */
  step(by: 1 | -1): void {
    const chunks = getChunks(this.#right.state)?.chunks ?? [];
    const to = stepFrom(chunks, this.#right.state.selection.main.head, by);
    const chunk = to === null ? undefined : chunks[to];
    if (!chunk) return;
    const at = Math.min(chunk.fromB, this.#right.state.doc.length);
    this.#right.dispatch({
      selection: EditorSelection.cursor(at),
      effects: EditorView.scrollIntoView(at, { y: "center" }),
      userEvent: "select",
    });
  }

  focus(): void {
    this.#right.focus();
  }

  destroy(): void {
    this.#gone = true;
    if (this.#merge) this.#merge.destroy();
    else this.#right.destroy();
  }

  #openSides(left: string, right: string): EditorView {
    const { parent, editable, collapse, extensions } = this.#options;
    this.#merge = new MergeView({
      parent,
      a: { doc: left, extensions: [extensions.left, readOnlyExtensions(true), this.#shared()] },
      b: { doc: right, extensions: [extensions.right, this.#rightExtensions()] },
      diffConfig,
      ...(collapse && { collapseUnchanged: collapsed }),
      ...(editable && { revertControls: "a-to-b", renderRevertControl: () => this.#sideButton() }),
    });
    return this.#merge.b;
  }

  #openInline(left: string, right: string): EditorView {
    const { parent, editable, collapse, extensions } = this.#options;
    const merge = unifiedMergeView({
      original: EditorState.create({ doc: left }).doc,
      diffConfig,
      mergeControls: editable && ((type, action) => this.#inlineButton(type, action)),
      ...(collapse && { collapseUnchanged: collapsed }),
    });
    return new EditorView({
      parent,
      state: EditorState.create({
        doc: right,
        extensions: [extensions.right, this.#rightExtensions(), merge],
      }),
    });
  }

  #shared(): Extension {
    const { settings, wrap } = this.#options;
    return [
      readingExtensions(),
      diffTheme,
      foldKeys(),
      wholeLines(),
      settingsExtensions(settings, { indent: null, wrap }),
      this.#language.of([]),
    ];
  }

  #rightExtensions(): Extension {
    const { editable } = this.#options;
    return [
      keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (this.#options.onSave(), true) }]),
      this.#shape.ends === "mixed" ? EditorState.lineSeparator.of("\n") : [],
      editable ? writingExtensions() : readOnlyExtensions(true),
      this.#shared(),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) this.#reportDirty();
        this.#reportPosition();
      }),
    ];
  }

  #inlineButton(type: "accept" | "reject", action: (event: MouseEvent) => void): HTMLElement {
    if (type === "accept") return document.createElement("span"); // the left side is not editable
    const button = this.#takeLeftButton("↶");
    button.addEventListener("click", (event) => {
      action(event);
      this.focus(); // the button is gone
    });
    return button;
  }

  // The library listens only to the mouse.
  #sideButton(): HTMLElement {
    const button = this.#takeLeftButton("→");
    button.addEventListener("click", ({ detail }) => {
      if (detail > 0) return;
      button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
      this.focus();
    });
    return button;
  }

  #takeLeftButton(text: string): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.title = this.#options.takeLeftLabel;
    button.setAttribute("aria-label", this.#options.takeLeftLabel);
    return button;
  }

  async #loadLanguage(): Promise<void> {
    const language = findLanguage(this.#options.fileName, this.#right.state.doc.line(1).text);
    if (!language) return;
    const support = await loadLanguage(language.id).catch(() => []); // plain text when the chunk does not load
    if (this.#gone) return;
    for (const view of [this.#merge?.a, this.#right]) {
      view?.dispatch({ effects: this.#language.reconfigure(support) });
    }
  }

  #reportDirty(): void {
    const dirty = !this.#right.state.doc.eq(this.#saved);
    if (dirty === this.#dirty) return;
    this.#dirty = dirty;
    this.#options.onDirty(dirty);
  }

  #reportPosition(): void {
    if (this.#gone || !this.#right) return;
    const { state } = this.#right;
    const position = positionAt(getChunks(state)?.chunks ?? [], state.selection.main.head);
    if (position.at === this.#position.at && position.count === this.#position.count) return;
    this.#position = position;
    this.#options.onPosition(position);
  }
}

function plainEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

// The library opens folded ranges only on click. Here they are buttons that Tab reaches.

const FOLDED = ".cm-collapsedLines";

/** Makes the folded ranges of a comparison work by keyboard. */
function foldKeys(): Extension {
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
  // The surrounding editor would treat Tab as an indent and Enter as a new line.
  event.stopPropagation();
  if (key !== "Enter" && key !== " ") return;
  event.preventDefault();
  const at = view.posAtDOM(fold);
  fold.click();
  // The button is gone: continue at its position.
  view.dispatch({ selection: { anchor: at } });
  view.focus();
}

// The library marks added lines as changed text too. Marked as a whole, they would hide which words changed elsewhere.

const wholeLine = Decoration.line({ class: "cm-wholeLine" });

/** Marks the visible lines that exist on one side only. */
function wholeLines(): Extension {
  return ViewPlugin.define(
    (view) => ({
      lines: findWholeLines(view),
      update({ view }) {
        this.lines = findWholeLines(view);
      },
    }),
    { decorations: ({ lines }) => lines },
  );
}

function findWholeLines({ state, viewport }: EditorView): DecorationSet {
  const { chunks = [], side = null } = getChunks(state) ?? {};
  const isLeft = side === "a";
  const found: Range<Decoration>[] = [];
  for (const { fromA, toA, fromB, toB, changes } of chunks) {
    const [start, end] = isLeft ? [fromA, toA] : [fromB, toB];
    if (end < viewport.from || start > viewport.to) continue;
    for (const change of changes) {
      const from = start + (isLeft ? change.fromA : change.fromB);
      const to = start + (isLeft ? change.toA : change.toB);
      for (let at = Math.max(from, viewport.from); at < Math.min(to, viewport.to);) {
        const line = state.doc.lineAt(at);
        if (line.from >= from && line.to <= to && line.length > 0) found.push(wholeLine.range(line.from));
        at = line.to + 1;
      }
    }
  }
  return Decoration.set(found, true);
}

// Lines are tinted lightly: the tint of changed words lies on theirs, and comments must stay readable on both (4.5 to 1).
const removedLine = "color-mix(in srgb, var(--danger) 5%, transparent)";
const addedLine = "color-mix(in srgb, var(--success) 6%, transparent)";
const removedText = word("color-mix(in srgb, var(--danger) 8%, transparent)", "var(--danger)");
const addedText = word("color-mix(in srgb, var(--success) 9%, transparent)", "var(--success)");

function word(background: string, edge: string) {
  return {
    background,
    borderRadius: "2px",
    outline: `1px solid color-mix(in srgb, ${edge} 35%, transparent)`,
    outlineOffset: "-1px",
  };
}

/** The styles of differences: red on the left, green on the right, changed words stronger. */
const diffTheme = EditorView.theme({
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: removedLine },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: addedLine },
  "&.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText":
    removedText,
  "&.cm-merge-b .cm-changedText": addedText,
  "&.cm-merge-a .cm-wholeLine .cm-changedText, &.cm-merge-b .cm-wholeLine .cm-changedText": {
    background: "none",
    outline: "none",
  },
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
