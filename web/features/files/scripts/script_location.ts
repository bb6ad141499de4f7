// What the address of the page says: the file that is shown, or the dialog over it and what that is about.

export type ScriptDialog = "new" | "rename" | "saveAs" | "settings" | "bin";

export interface ScriptLocation {
  dialog: ScriptDialog | null;
  /** The file that is shown; null where the address names none, or a dialog that says nothing of it. */
  visible: string | null;
  /** What a dialog is about: a folder to make something in, a path to rename or to save as another. */
  subject: string;
  /** The line to go to, from 1. */
  line: number | null;
}

const dialogs: Partial<Record<string, ScriptDialog>> = {
  "/script/editNameModal": "new",
  "/script/renameModal": "rename",
  "/script/saveModal": "saveAs",
  "/script/setting": "settings",
};

/** Reads the place from an address. */
export function readScriptLocation(address: string, search: string): ScriptLocation {
  const query = new URLSearchParams(search);
  const path = query.get("path") || null;
  const dialog = dialogAt(address.replace(/\/+$/, ""), query);
  const line = Number(query.get("line"));
  const names = dialog === null || dialog === "settings" || dialog === "bin";
  return {
    dialog,
    visible: names ? path : null,
    subject: path ?? "",
    line: Number.isSafeInteger(line) && line > 0 ? line : null,
  };
}

function dialogAt(address: string, query: URLSearchParams): ScriptDialog | null {
  const dialog = dialogs[address] ?? (query.has("bin") ? "bin" : null);
  const about = dialog === "rename" || dialog === "saveAs";
  return about && !query.get("path") ? null : dialog; // about nothing there is nothing to ask
}

/** Tells whether an address, base path included, is this page with whatever is open in it. */
export function isScriptsPage(address: string, basePath: string): boolean {
  const [path = ""] = address.slice(basePath.length).split("?");
  const plain = path.replace(/\/+$/, "");
  return plain === "/script" || dialogs[plain] !== undefined;
}
