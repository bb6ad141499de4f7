// The licences of the bundled packages, which each copy has to include: one text, written when the executable
// is built. When running from source there is none, but the packages themselves are available.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Licences } from "../../contract/system.ts";

type Licence = Licences["items"][number];

/** Returns the licences from the directory of the program's files. */
export function readLicences(root: string): Licence[] {
  const notices = read(join(root, "third_party_notices.txt"));
  return notices === null ? ofPackages(root) : parseNotices(notices);
}

/** Parses the text: `name version (licence)`, an empty line, the text; separated by lines of dashes. */
export function parseNotices(notices: string): Licence[] {
  return notices.split(/\n-{80}\n\n/).flatMap((notice) => {
    const [, name, version, licence, text] = /^(\S+) (\S+) \(([^\n]*)\)\n\n([^]*)$/.exec(notice) ?? [];
    if (name === undefined) return [];
    return [{ name, version: version!, licence: licence!, text: text!.trim() }]; // all four or none
  });
}

function ofPackages(root: string): Licence[] {
  const declared = read(join(root, "deno.json"));
  if (declared === null) return [];
  const { imports = {} } = JSON.parse(declared) as { imports?: Record<string, string> };
  const names = Object.values(imports).map((target) => /^npm:\/?((?:@[^/]+\/)?[^@/]+)@/.exec(target)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined).sort().flatMap((name) =>
    ofPackage(join(root, "node_modules", name))
  );
}

function ofPackage(folder: string): Licence[] {
  const description = read(join(folder, "package.json"));
  if (description === null) return [];
  const { name, version, license } = JSON.parse(description) as Record<string, unknown>;
  const file = readdirSync(folder).find((one) => /^licen[sc]e/i.test(one));
  const text = file === undefined ? null : read(join(folder, file));
  return [{
    name: String(name),
    version: String(version),
    licence: String(license ?? "none"),
    text: text?.trim() ?? "",
  }];
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
