// A text in an editor. The text stays in the editor's own chunks and is joined only on request, never per keystroke, so that
// typing in a 20 MB file is as fast as in any other.

import { redo, undo } from "@codemirror/commands";
import { gotoLine, openSearchPanel } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { checkSyntax, type Diagnose } from "./check_syntax.ts";
import {
  readingExtensions,
  readOnlyExtensions,
  settingsExtensions,
  shortTextExtensions,
  writingExtensions,
} from "./editor_extensions.ts";
import type { EditorSettings } from "./editor_settings.ts";
import {
  findIndent,
  hasLongLine,
  type LineEnds,
  MAX_COLOURED,
  readShape,
  separatorOf,
  type TextShape,
  withMark,
  withoutMark,
} from "./text_format.ts";
import { findLanguage, loadLanguage } from "./languages.ts";

export interface Cursor {
  line: number;
  /** Starting at 1, in UTF-16 units. */
  column: number;
  /** Number of selected characters. */
  selected: number;
  ends: LineEnds;
}

export interface TextEditorOptions {
  parent: HTMLElement;
  text: string;
  /** The content that it is compared with for unsaved changes; defaults to `text`. */
  saved?: string | undefined;
  fileName: string;
  readOnly: boolean;
  settings: EditorSettings;
  wrap: boolean;
  /** Labels and phrases that depend on the page. */
  extensions: Extension;
  diagnose?: Diagnose | undefined;
  onDirty(dirty: boolean): void;
  onCursor(cursor: Cursor): void;
  onSave(): void;
}

/** An editor, alive from its construction until `destroy`. */
export class TextEditor {
  readonly view: EditorView;
  #options: TextEditorOptions;
  #reading = new Compartment();
  #settings = new Compartment();
  #language = new Compartment();
  #shape: TextShape;
  #savedShape: TextShape;
  #saved: Text;
  /** The last text returned by `text`: when that one is saved, its 20 MB need not be split into lines again. */
  #asked: { text: string; doc: Text } | null = null;
  #dirty = false;
  #gone = false;
  #indent: string | null;

  constructor(options: TextEditorOptions) {
    this.#options = options;
    const { text, saved = text, parent } = options;
    this.#shape = readShape(text);
    this.#savedShape = readShape(saved);
    const plain = text.length > MAX_COLOURED || hasLongLine(text);
    const state = EditorState.create({
      doc: withoutMark(text),
      extensions: this.#extensions(plain),
    });
    this.#saved = saved === text ? state.doc : state.toText(withoutMark(saved));
    this.#indent = findIndent(state.doc.iterLines()) ?? usualIndent(options);
    this.view = new EditorView({ state, parent });
    this.#applySettings();
    this.#reportDirty();
    this.#reportCursor();
    if (!plain) void this.#loadLanguage();
  }

  /** Returns the whole text as it would be saved. Joins it, so do not call it per keystroke. */
  text(): string {
    const { doc } = this.view.state;
    const text = withMark(doc.sliceString(0, doc.length, separatorOf(this.#shape)), this.#shape);
    this.#asked = { text, doc };
    return text;
  }

  /** Returns the number of characters without joining the text. */
  length(): number {
    return this.view.state.doc.length;
  }

  isDirty(): boolean {
    return this.#dirty;
  }

  /** Sets the content on disk, against which changes are detected. */
  setSaved(text: string): void {
    const { text: asked, doc } = this.#asked ?? {};
    this.#saved = doc && asked === text ? doc : this.view.state.toText(withoutMark(text));
    this.#asked = null;
    this.#savedShape = readShape(text);
    this.#reportDirty();
  }

  /** Replaces the text, changing only what differs; undo restores the old one. */
  replaceAll(text: string): void {
    this.#shape = readShape(text);
    const { state } = this.view;
    const next = state.toText(withoutMark(text));
    const change = findChange(state.doc.toString(), next.toString());
    if (change) this.view.dispatch({ changes: change, userEvent: "input.replace" });
    this.#reportDirty();
    this.#reportCursor();
  }

  /** Sets the line endings used when the text is saved. */
  setLineEnds(ends: "lf" | "crlf"): void {
    if (this.#shape.ends === "mixed") this.replaceAll(this.text().replace(/\r\n?/g, "\n"));
    this.#shape = { ...this.#shape, ends };
    this.#reportDirty();
    this.#reportCursor();
  }

  setReadOnly(readOnly: boolean): void {
    this.#options = { ...this.#options, readOnly };
    this.view.dispatch({ effects: this.#reading.reconfigure(readOnlyExtensions(readOnly)) });
  }

  setSettings(settings: EditorSettings, wrap: boolean): void {
    this.#options = { ...this.#options, settings, wrap };
    this.#applySettings();
  }

  /** Moves the cursor to a line, starting at 1, and centers it in the window. */
  goToLine(number: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(number, doc.lines)));
    this.view.dispatch({
      selection: EditorSelection.cursor(from),
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
  }

  focus(): void {
    this.view.focus();
  }

  openSearch(): void {
    openSearchPanel(this.view);
  }

  openGoToLine(): void {
    gotoLine(this.view);
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  destroy(): void {
    this.#gone = true;
    this.view.destroy();
  }

  #extensions(plain: boolean): Extension {
    const { extensions, readOnly } = this.#options;
    return [
      keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (this.#options.onSave(), true) }]),
      extensions,
      this.#settings.of([]),
      this.#reading.of(readOnlyExtensions(readOnly)),
      // A text with mixed line endings keeps each of them; `text` restores only uniform ones.
      this.#shape.ends === "mixed" ? [EditorState.lineSeparator.of("\n"), plainPaste] : [],
      writingExtensions(),
      readingExtensions(),
      plain ? [] : shortTextExtensions(),
      this.#language.of([]),
      EditorView.updateListener.of(({ docChanged, selectionSet }) => {
        if (docChanged) this.#reportDirty();
        if (docChanged || selectionSet) this.#reportCursor();
      }),
    ];
  }

  #applySettings(): void {
    const { settings, wrap } = this.#options;
    const extensions = settingsExtensions(settings, { indent: this.#indent, wrap });
    this.view.dispatch({ effects: this.#settings.reconfigure(extensions) });
    this.view.requestMeasure();
  }

  async #loadLanguage(): Promise<void> {
    const { fileName, diagnose } = this.#options;
    const language = findLanguage(fileName, this.view.state.doc.line(1).text);
    if (!language) return;
    // Plain text when the chunk does not load; the next file tries again.
    const support = await loadLanguage(language.id).catch(() => []);
    if (this.#gone) return;
    const checks = checkSyntax({ language: language.id, fileName, diagnose });
    this.view.dispatch({ effects: this.#language.reconfigure([support, checks]) });
  }

  #reportDirty(): void {
    const dirty = this.#shape.ends !== this.#savedShape.ends || !this.view.state.doc.eq(this.#saved);
    if (dirty === this.#dirty) return;
    this.#dirty = dirty;
    this.#options.onDirty(dirty);
  }

  #reportCursor(): void {
    const { doc, selection } = this.view.state;
    const { head } = selection.main;
    const line = doc.lineAt(head);
    const selected = selection.ranges.reduce((sum, { from, to }) => sum + to - from, 0);
    this.#options.onCursor({
      line: line.number,
      column: head - line.from + 1,
      selected,
      ends: this.#shape.ends,
    });
  }
}

const plainPaste = EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n"));

/** Returns the replacement that turns one text into another, given their common prefix and suffix; null when they are equal. */
export function findChange(
  before: string,
  after: string,
): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let end = 0;
  const left = shorter - from;
  while (
    end < left && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Returns the indentation that a language requires by convention; null where the user's setting decides. */
function usualIndent({ fileName, text, settings }: TextEditorOptions): string | null {
  const [firstLine = ""] = text.split("\n", 1);
  // PEP 8.
  const isPython = findLanguage(fileName, firstLine)?.id === "python";
  return isPython && settings.indentWith === "spaces" ? " ".repeat(4) : null;
}
