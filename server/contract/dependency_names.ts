// How the name of a package may look, by its type. What passes here is handed to an installer as one argument, so nothing in it
// can be an option, a place on the disk, an address or a word of a shell. Browser-safe without zod: the form uses it too.
import type { DependencyType } from "./dependencies.ts";

/** A name taken apart. */
export interface PackageName {
  /** The package alone, as its installer compares it: what two spellings of one package share. */
  key: string;
  /** Without its version, as written. */
  bare: string;
  /** The version or range asked for, with its signs; null for whichever is newest. */
  version: string | null;
}

/** What is wrong with a name; a code of the issues of a field. */
export type NameIssue =
  | "package_like_option"
  | "package_is_place"
  | "package_has_signs"
  | "package_name_wrong";

export type ReadName = PackageName | { error: NameIssue };

/** A name of each type that is right, for help texts. */
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
  // A name that ends in a hyphen would tell apt-get to remove the package.
  linux: /^(?<bare>[a-z0-9][a-z0-9+._-]*[a-z0-9+])(?:=(?<version>[0-9A-Za-z][0-9A-Za-z.+:~-]*))?$/,
  deno: new RegExp(
    `^(?<bare>npm:${npmName}|jsr:@[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*)(?:@(?<version>${npmVersion}))?$`,
  ),
};

/** What installers take for a file instead of a name when there is one. */
const fileEnding = /\.(?:tgz|tar|gz|bz2|xz|zip|whl|egg|deb|dsc|changes|apk|rpm)$/i;
const maxPackage: Record<DependencyType, number> = { node: 214, python: 200, linux: 200, deno: 220 };

/** Reads the name of a package, or says what is wrong with it. */
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

// A path or an address, by what an installer would take it for.
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
  // PEP 503: python packages are compared in lower case with every run of `-_.` as one hyphen.
  return type === "python" ? bare.toLowerCase().replace(/[-_.]+/g, "-") : bare;
}

/** Splits what was pasted into names: by new lines and spaces, and by the `&` of the known panel. */
export function splitPackageNames(pasted: string): string[] {
  return [...new Set(pasted.split(/[\s&]+/).filter((name) => name !== ""))];
}
