// How people like their editor, kept in this browser. All editors on the page follow at once, also those of other tabs.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { readStored, writeStored } from "../stored.ts";

export interface EditorSettings {
  /** Pixels; on a touch screen never under 16, or the phone zooms in. */
  fontSize: number;
  /** Columns a tab is wide, and spaces an indentation has where the file does not show another. */
  tabWidth: number;
  indentWith: "spaces" | "tabs";
  /** `auto`: where the window is narrow. */
  wrap: "on" | "off" | "auto";
}

export const usualEditorSettings: EditorSettings = {
  fontSize: 13,
  tabWidth: 2,
  indentWith: "spaces",
  wrap: "auto",
};

/** Bounds of the numbers among the settings. */
export const editorBounds = { fontSize: { min: 10, max: 28 }, tabWidth: { min: 1, max: 8 } };

const name = "editor.settings";
const changed = "editor-settings-changed";

/** Reads the settings kept in this browser; what is missing or out of bounds is as usual. */
export function readEditorSettings(): EditorSettings {
  return parseEditorSettings(readStored(name));
}

/** Makes settings of whatever was kept. */
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

/** Keeps settings in this browser and tells every editor. */
export function writeEditorSettings(settings: EditorSettings): void {
  writeStored(name, settings);
  dispatchEvent(new Event(changed));
}

/** Gives the settings, anew whenever they change here or in another tab, and the way to change some of them. */
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
