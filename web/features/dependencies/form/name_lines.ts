// What was typed into the field of names, as it will be taken: each name, or what is wrong with it.
import {
  nameExamples,
  type NameIssue,
  readPackageName,
  splitPackageNames,
} from "../../../../server/contract/dependency_names.ts";
import type { DependencyType } from "../../../../server/contract/dependencies.ts";

export interface NameLine {
  /** As it will be sent. */
  name: string;
  version: string | null;
  bare: string;
  fault: NameIssue | null;
}

/** Reads what was typed as names of a type; without splitting, all of it is one name. */
export function readNameLines(type: DependencyType, typed: string, split: boolean): NameLine[] {
  const names = split ? splitPackageNames(typed) : [typed.trim()].filter((name) => name !== "");
  return names.map((name) => {
    const read = readPackageName(type, name);
    return "error" in read
      ? { name, bare: name, version: null, fault: read.error }
      : { name, bare: read.bare, version: read.version, fault: null };
  });
}

/** Guesses the type that is meant where every name says so by its form; null where they do not. */
export function guessType(typed: string): DependencyType | null {
  const names = splitPackageNames(typed);
  if (names.length === 0) return null;
  return names.every((name) => /^(npm|jsr):/.test(name)) ? "deno" : null;
}

/** A name that would be right. */
export function exampleOf(type: DependencyType): string {
  return nameExamples[type];
}
