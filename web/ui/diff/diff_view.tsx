// Compares two texts and steps through their differences. It does not know where the texts come from.

import { EditorView } from "@codemirror/view";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Translate } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { EditorSettings } from "../editor/editor_settings.ts";
import { LeaveHint, useLeaveHints } from "../editor/leave_hint.tsx";
import { editorPhrases } from "../editor/editor_extensions.ts";
import { readStored, writeStored } from "../stored.ts";
import { useNarrow } from "../use_narrow.ts";
import { type DiffChoices, DiffToolbar } from "./diff_toolbar.tsx";
import type { Position } from "./diff_lines.ts";
import { TextDiff } from "./text_diff.ts";

export interface DiffSide {
  text: string;
  /** The accessible name, also shown above the text. */
  label: string;
}

/** The methods of a comparison for other components; `text` returns the right side as it would be saved. */
export type DiffHandle = Pick<TextDiff, "text" | "isDirty" | "setSaved" | "focus">;

export interface DiffViewProps {
  /** A new key means a new pair of texts: edits on the right are dropped. */
  docKey: string;
  left: DiffSide;
  /** `saved` is the content on disk, when it differs from the text. */
  right: DiffSide & { saved?: string | undefined };
  /** Determines the language. */
  fileName: string;
  editable: boolean;
  settings: EditorSettings;
  onDirtyChange?: ((dirty: boolean) => void) | undefined;
  /** Ctrl/Cmd+S. */
  onSave?: (() => void) | undefined;
  /** Rendered at the end of the toolbar. */
  actions?: ReactNode;
  /** Hides the names above the texts, for pages that show them elsewhere. */
  hideLabels?: boolean | undefined;
  ref?: Ref<DiffHandle> | undefined;
}

/** Renders a comparison that fills the height it is given; inline in a narrow window, unless the user chose otherwise. */
export function DiffView(props: DiffViewProps) {
  const { docKey, left, right, editable, actions, hideLabels = false, ref } = props;
  const { t } = useMessages();
  const [choices, choose] = useDiffChoices();
  const [position, setPosition] = useState<Position>({ at: null, count: 0 });
  const host = useRef<HTMLDivElement>(null);
  const leaving = useLeaveHints();
  const diff = useTextDiff(host, props, { choices, setPosition, t });
  useImperativeHandle(ref, () => handleOf(diff), [diff]);
  const step = (by: 1 | -1) => diff.current?.step(by);
  return (
    <div
      className="flex h-full min-h-0 flex-col"
      onKeyDown={(event) => {
        if (event.key !== "F7" || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        step(event.shiftKey ? -1 : 1);
      }}
    >
      <DiffToolbar position={position} choices={choices} choose={choose} actions={actions} onStep={step} />
      {!hideLabels && <SideLabels left={left} right={right} editable={editable} layout={choices.layout} />}
      {choices.ignoreSpace && <p className="sr-only">{t("diff.spaceAdopted")}</p>}
      <div className="relative flex min-h-0 flex-1 flex-col" {...leaving.frame}>
        <div
          key={docKey}
          ref={host}
          dir="ltr"
          style={{ "--editor-font-size": `${props.settings.fontSize}px` } as object} // React's types do not include custom properties
          className="isolate min-h-0 flex-1 overflow-auto bg-surface [&>.cm-mergeView]:min-h-full"
        />
        <LeaveHint hint={leaving.hint} />
      </div>
    </div>
  );
}

interface DiffRef {
  current: TextDiff | null;
}

/** Recreates the comparison for another pair or other options; option changes keep the edits. */
function useTextDiff(
  host: { readonly current: HTMLDivElement | null },
  props: DiffViewProps,
  { choices, setPosition, t }: {
    choices: DiffChoices;
    setPosition: (position: Position) => void;
    t: Translate;
  },
): DiffRef {
  const { docKey, editable, settings } = props;
  const diff = useRef<TextDiff>(null);
  const typed = useRef<{ docKey: string; text: string } | null>(null);
  const current = useRef(props);
  current.current = props;
  const narrow = useNarrow();
  const wrap = settings.wrap === "on" || (settings.wrap === "auto" && narrow);
  const { layout, ignoreSpace, onlyChanges } = choices;
  useEffect(() => {
    if (!host.current) return;
    const { left, right, fileName } = current.current;
    const { saved = right.text } = right;
    const text = typed.current?.docKey === docKey ? typed.current.text : right.text;
    const made = new TextDiff({
      parent: host.current,
      left: left.text,
      right: text,
      saved,
      fileName,
      layout,
      ignoreSpace,
      editable,
      settings,
      wrap,
      collapse: onlyChanges,
      takeLeftLabel: t("editor.takeLeft"),
      extensions: { left: sideExtensions(t, left.label), right: sideExtensions(t, right.label) },
      onDirty: (dirty) => current.current.onDirtyChange?.(dirty),
      onPosition: setPosition,
      onSave: () => current.current.onSave?.(),
    });
    diff.current = made;
    return () => {
      typed.current = { docKey, text: made.text() };
      diff.current = null;
      made.destroy();
    };
  }, [docKey, layout, ignoreSpace, onlyChanges, editable, settings, wrap]);
  return diff;
}

function sideExtensions(t: Translate, label: string) {
  return [editorPhrases(t), EditorView.contentAttributes.of({ "aria-label": label })];
}

function handleOf(diff: DiffRef): DiffHandle {
  return {
    text() {
      // Throws, because an empty text here could be saved over the file.
      if (!diff.current) throw new Error("the comparison is not on the page");
      return diff.current.text();
    },
    isDirty: () => diff.current?.isDirty() ?? false,
    setSaved: (text) => diff.current?.setSaved(text),
    focus: () => diff.current?.focus(),
  };
}

/** Manages the user's display options, stored in this browser; the layout for narrow windows is stored separately. */
function useDiffChoices(): [DiffChoices, (change: Partial<DiffChoices>) => void] {
  const narrow = useNarrow();
  const name = narrow ? "diff.choices.narrow" : "diff.choices";
  const [chosen, setChosen] = useState<Record<string, Partial<DiffChoices>>>({});
  const choices = { ...usual(narrow), ...readChoices(name), ...chosen[name] };
  const choose = (change: Partial<DiffChoices>) => {
    writeStored(name, { ...choices, ...change });
    setChosen({ ...chosen, [name]: { ...choices, ...change } });
  };
  return [choices, choose];
}

function usual(narrow: boolean): DiffChoices {
  return { layout: narrow ? "inline" : "side", ignoreSpace: false, onlyChanges: true };
}

function readChoices(name: string): Partial<DiffChoices> {
  const stored = readStored(name);
  const given: Record<string, unknown> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  return {
    ...((given.layout === "side" || given.layout === "inline") && { layout: given.layout }),
    ...(typeof given.ignoreSpace === "boolean" && { ignoreSpace: given.ignoreSpace }),
    ...(typeof given.onlyChanges === "boolean" && { onlyChanges: given.onlyChanges }),
  };
}

function SideLabels(
  { left, right, editable, layout }: {
    left: DiffSide;
    right: DiffSide;
    editable: boolean;
    layout: DiffChoices["layout"];
  },
) {
  const { t } = useMessages();
  const note = editable && <span className="shrink-0 font-normal text-faint">{t("diff.editable")}</span>;
  return (
    <div
      className={layout === "side"
        ? "grid grid-cols-2 border-b border-line bg-sunken text-xs font-medium"
        : "flex flex-wrap gap-x-4 border-b border-line bg-sunken text-xs font-medium"}
    >
      <div className="flex min-w-0 items-baseline gap-2 px-3 py-1.5 text-danger-text">
        <span className="truncate">− {left.label}</span>
      </div>
      <div className="flex min-w-0 items-baseline gap-2 px-3 py-1.5 text-success-text">
        <span className="truncate">+ {right.label}</span>
        {note}
      </div>
    </div>
  );
}
