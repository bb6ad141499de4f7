// How the URL names one of two compared texts: `scripts/a/b.js`, `config/config.sh@12` for an earlier version,
// `sample/config.sh`, `log/folder/x.log`.

import type { FileArea } from "../../server/contract/files.ts";

export type TextSide =
  | { kind: "file"; area: FileArea; path: string; versionId: number | null }
  | { kind: "sample"; name: string }
  | { kind: "log"; path: string };

// Listed here, because importing the contract's list would bundle its parser into the page.
const areas: readonly FileArea[] = ["config", "scripts"];

/** Parses a side; returns null when it is invalid. */
export function readSide(text: string | null | undefined): TextSide | null {
  const [, prefix = "", rest = ""] = /^([a-z]+)\/(.+)$/s.exec(text ?? "") ?? [];
  if (prefix === "sample") return { kind: "sample", name: rest };
  if (prefix === "log") return { kind: "log", path: rest };
  const area = areas.find((one) => one === prefix);
  if (!area) return null;
  const [, path, version] = /^(.+)@(\d*)$/s.exec(rest) ?? [];
  if (path === undefined) return { kind: "file", area, path: rest, versionId: null };
  return { kind: "file", area, path, versionId: version ? Number(version) : null };
}

/** Formats a side so that `readSide` parses it back. */
export function writeSide(side: TextSide): string {
  if (side.kind === "sample") return `sample/${side.name}`;
  if (side.kind === "log") return `log/${side.path}`;
  const { area, path, versionId } = side;
  if (versionId !== null) return `${area}/${path}@${versionId}`;
  // Otherwise, the end of the name would be parsed as a version.
  return /@\d*$/.test(path) ? `${area}/${path}@` : `${area}/${path}`;
}

export function nameOfSide(side: TextSide): string {
  const path = side.kind === "sample" ? side.name : side.path;
  return path.slice(path.lastIndexOf("/") + 1);
}
