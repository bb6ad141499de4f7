import { type PackageName, readPackageName } from "../../contract/dependency_names.ts";
import type { DependencyType } from "../../contract/dependencies.ts";

/** Takes the name of a row apart; what is in the list was checked when it was added. */
export function nameOf({ type, name }: { type: DependencyType; name: string }): PackageName {
  const read = readPackageName(type, name);
  return "error" in read ? { key: name, bare: name, version: null } : read;
}
