// Valid package names, by type. A valid name is passed to an installer as one argument, so it must not be readable as an
// option, a path, a URL or shell syntax. Browser-safe and without zod: the form uses it too.
import type { DependencyType } from "./dependencies.ts";

export interface PackageName {
  /** The package alone, as its installer compares it: equal for two spellings of one package. */
  key: string;
  /** Without its version, as written. */
  bare: string;
  /** The requested version or range, with its operators; null for the newest. */
  version: string | null;
}

/** The problem with a name; one of the issue codes of a field. */
export type NameIssue =
  | "package_like_option"
  | "package_is_place"
  | "package_has_signs"
  | "package_name_wrong";

export type ReadName = PackageName | { error: NameIssue };

/** A valid name of each type, for help texts. */
export const nameExamples: Record<DependencyType, string> = {
  node: "axios, @scope/name@^1.2",
  python: "requests, httpx[http2]==0.27.0",
  linux: "jq, curl=7.88.1",
  deno: "npm:chalk@5, jsr:@std/path@1",
};

const MAX_LENGTH = 300;
const npmPart = "[A-Za-z0-9~][A-Za-z0-9._~-]*";
const npmName = `(?:@${npmPart}/)?${npmPart}`;
const npmVersion = "(?:[~^=]|[<>]=?)?[0-9A-Za-z*][0-9A-Za-z.*+-]*";
const pipClause = "(?:===|==|~=|!=|<=|>=|<|>)v?[0-9][0-9A-Za-z.*+!-]*";
const pipExtra = "[A-Za-z0-9][A-Za-z0-9._-]*";

const forms: Record<DependencyType, RegExp> = {
  node: new RegExp(`^(?<bare>${npmName})(?:@(?<version>${npmVersion}))?$`),
  python: new RegExp(
    `^(?<bare>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\\[${pipExtra}(?:,${pipExtra})*\\])?(?<version>${pipClause}(?:,${pipClause})*)?$`,
  ),
  // apt-get would remove a package whose name ends in a hyphen.
  linux: /^(?<bare>[a-z0-9][a-z0-9+._-]*[a-z0-9+])(?:=(?<version>[0-9A-Za-z][0-9A-Za-z.+:~-]*))?$/,
  deno: new RegExp(
    `^(?<bare>npm:${npmName}|jsr:@[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*)(?:@(?<version>${npmVersion}))?$`,
  ),
};

/** Endings that make installers treat a name as a file when such a file exists. */
const fileEnding = /\.(?:tgz|tar|gz|bz2|xz|zip|whl|egg|deb|dsc|changes|apk|rpm)$/i;
const maxPackage: Record<DependencyType, number> = { node: 214, python: 200, linux: 200, deno: 220 };

export function readPackageName(type: DependencyType, name: string): ReadName {
  if (/^[-+]/.test(name)) return { error: "package_like_option" };
  if (isLocation(type, name)) return { error: "package_is_place" };
  // deno-lint-ignore no-control-regex -- they are among what is refused
  if (/[\s\u0000-\u001f\u007f`$;&|"'\\(){}?#]/.test(name)) return { error: "package_has_signs" };
  const { bare, version } = forms[type].exec(name)?.groups ?? {};
  if (bare === undefined || name.length > MAX_LENGTH || bare.length > maxPackage[type]) {
    return { error: "package_name_wrong" };
  }
  if (fileEnding.test(bare) || fileEnding.test(version ?? "")) return { error: "package_is_place" };
  return { bare, version: version ?? null, key: keyOf(type, bare) };
}

// A path or URL, as an installer would recognize it.
function isLocation(type: DependencyType, name: string): boolean {
  if (/^(?:[.~/\\]|[A-Za-z]:[\\/])/.test(name)) return true;
  const rest = type === "deno" ? name.replace(/^(?:npm|jsr):/, "") : name;
  if (
    /:\/\/|^(?:file|git|github|gitlab|bitbucket|gist|link|workspace|https?|data|node|npm|jsr):|@git|@file:/i
      .test(rest)
  ) {
    return true;
  }
  const scoped = (type === "node" || type === "deno") && rest.startsWith("@");
  return rest.split("/").length > (scoped ? 2 : 1);
}

function keyOf(type: DependencyType, bare: string): string {
  // PEP 503: Python package names are compared in lower case with every run of `-_.` as one hyphen.
  return type === "python" ? bare.toLowerCase().replace(/[-_.]+/g, "-") : bare;
}

/** Splits pasted text into names: at line breaks, spaces, and the `&` that another panel uses. */
export function splitPackageNames(pasted: string): string[] {
  return [...new Set(pasted.split(/[\s&]+/).filter((name) => name !== ""))];
}
