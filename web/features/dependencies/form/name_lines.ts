// Parses the typed package names, each with its error.
import {
  nameExamples,
  type NameIssue,
  readPackageName,
  splitPackageNames,
} from "../../../../server/contract/dependency_names.ts";
import type { DependencyType } from "../../../../server/contract/dependencies.ts";

export interface NameLine {
  /** The name as it will be sent. */
  name: string;
  version: string | null;
  bare: string;
  fault: NameIssue | null;
}

/** Parses typed names of a type; without splitting, the whole text is one name. */
export function readNameLines(type: DependencyType, typed: string, split: boolean): NameLine[] {
  const names = split ? splitPackageNames(typed) : [typed.trim()].filter((name) => name !== "");
  return names.map((name) => {
    const read = readPackageName(type, name);
    return "error" in read
      ? { name, bare: name, version: null, fault: read.error }
      : { name, bare: read.bare, version: read.version, fault: null };
  });
}

/** Guesses the type from the form of the names; null when they do not all indicate the same one. */
export function guessType(typed: string): DependencyType | null {
  const names = splitPackageNames(typed);
  if (names.length === 0) return null;
  return names.every((name) => /^(npm|jsr):/.test(name)) ? "deno" : null;
}

/** Returns an example of a valid name. */
export function exampleOf(type: DependencyType): string {
  return nameExamples[type];
}
