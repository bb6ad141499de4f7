import { type PackageName, readPackageName } from "../../contract/dependency_names.ts";
import type { DependencyType } from "../../contract/dependencies.ts";

/** Parses the name of a row; names in the list were validated when they were added. */
export function nameOf({ type, name }: { type: DependencyType; name: string }): PackageName {
  const read = readPackageName(type, name);
  return "error" in read ? { key: name, bare: name, version: null } : read;
}
