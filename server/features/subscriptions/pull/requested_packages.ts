// Reads which packages a repository asks for in its package.json and requirements.txt. Nothing is installed by that: the
// names are offered to users.
import type { MissingPackage } from "../../../contract/dependencies.ts";
import { readPackageName } from "../../../contract/dependency_names.ts";
import { markerApplies } from "./environment_marker.ts";

/** The files that are read, in the top folder of a repository. */
export const packageFiles = ["package.json", "requirements.txt"] as const;
export type PackageFile = (typeof packageFiles)[number];

/** Maximum size of such a file in bytes; larger ones are ignored. */
export const MAX_PACKAGE_FILE_BYTES = 256 * 1024;
const MAX_PACKAGES = 200;

/** Returns the packages that a file asks for; none if it cannot be parsed. What no registry has is left out. */
export function requestedPackages(file: PackageFile, text: string): MissingPackage[] {
  // Editors on Windows begin a file with a byte order mark, and end lines in their own way.
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const packages = file === "package.json" ? nodePackages(plain) : pythonPackages(plain);
  return packages.slice(0, MAX_PACKAGES);
}

function nodePackages(text: string): MissingPackage[] {
  const dependencies = dependenciesOf(text);
  return Object.entries(dependencies).flatMap(([name, range]) => {
    // Ranges such as `>=1 <2` are not valid in a name: npm then installs the newest version.
    const names = typeof range === "string" && range !== "*" ? [`${name}@${range}`, name] : [name];
    if (typeof range === "string" && /[/:]/.test(range)) return [];
    const valid = names.find((one) => !("error" in readPackageName("node", one)));
    return valid === undefined ? [] : [{ type: "node" as const, name: valid }];
  });
}

function dependenciesOf(text: string): Record<string, unknown> {
  try {
    const { dependencies } = JSON.parse(text) as { dependencies?: unknown };
    return typeof dependencies === "object" && dependencies !== null && !Array.isArray(dependencies)
      ? dependencies as Record<string, unknown>
      : {};
  } catch {
    return {};
  }
}

function pythonPackages(text: string): MissingPackage[] {
  const names = text.replaceAll("\\\n", " ").split("\n").flatMap((line) => {
    const [requirement = "", ...marker] = withoutComment(line).split(";");
    if (!markerApplies(marker.join(";"))) return [];
    // Without options such as `--hash`.
    const words = requirement.trim().split(/\s+/);
    const option = words.findIndex((word) => word.startsWith("--"));
    const name = withoutBrackets(words.slice(0, option < 1 ? words.length : option).join(""));
    return name === "" || "error" in readPackageName("python", name) ? [] : [name];
  });
  return [...new Set(names)].map((name) => ({ type: "python", name }));
}

function withoutComment(line: string): string {
  const start = line.startsWith("#") ? 0 : line.search(/\s#/);
  return start < 0 ? line : line.slice(0, start);
}

function withoutBrackets(name: string): string {
  const start = name.indexOf("(");
  return start > 0 && name.endsWith(")") ? name.slice(0, start) + name.slice(start + 1, -1) : name;
}
