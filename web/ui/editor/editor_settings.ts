// The user's editor settings, stored in this browser. All editors update at once, including those in other tabs.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { readStored, writeStored } from "../stored.ts";

export interface EditorSettings {
  /** Pixels; at least 16 on a touch screen, otherwise the phone zooms in. */
  fontSize: number;
  /** Columns per tab, and spaces per indentation when the file shows no other. */
  tabWidth: number;
  indentWith: "spaces" | "tabs";
  /** `auto` wraps when the window is narrow. */
  wrap: "on" | "off" | "auto";
}

export const usualEditorSettings: EditorSettings = {
  fontSize: 13,
  tabWidth: 2,
  indentWith: "spaces",
  wrap: "auto",
};

export const editorBounds = { fontSize: { min: 10, max: 28 }, tabWidth: { min: 1, max: 8 } };

const name = "editor.settings";
const changed = "editor-settings-changed";

/** Reads the settings stored in this browser; missing or out-of-range values get their default. */
export function readEditorSettings(): EditorSettings {
  return parseEditorSettings(readStored(name));
}

/** Parses stored settings of any shape. */
export function parseEditorSettings(stored: unknown): EditorSettings {
  const given: Record<string, unknown> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  const { fontSize, tabWidth } = editorBounds;
  return {
    fontSize: numberWithin(given.fontSize, fontSize) ?? usualEditorSettings.fontSize,
    tabWidth: numberWithin(given.tabWidth, tabWidth) ?? usualEditorSettings.tabWidth,
    indentWith: given.indentWith === "tabs" ? "tabs" : "spaces",
    wrap: given.wrap === "on" || given.wrap === "off" ? given.wrap : "auto",
  };
}

/** Stores the settings in this browser and notifies every editor. */
export function writeEditorSettings(settings: EditorSettings): void {
  writeStored(name, settings);
  dispatchEvent(new Event(changed));
}

/** Returns the settings, updated when they change here or in another tab, and a function that changes some of them. */
export function useEditorSettings(): [EditorSettings, (change: Partial<EditorSettings>) => void] {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readEditorSettings()));
  const change = useCallback((part: Partial<EditorSettings>) => {
    writeEditorSettings({ ...readEditorSettings(), ...part });
  }, []);
  return [useMemo(() => parseEditorSettings(JSON.parse(text)), [text]), change];
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}

function numberWithin(value: unknown, { min, max }: { min: number; max: number }): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : null;
}
