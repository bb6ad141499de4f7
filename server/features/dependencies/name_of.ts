import { type PackageName, readPackageName } from "../../contract/dependency_names.ts";
import { type DependencyType, dependencyTypes } from "../../contract/dependencies.ts";

/** Parses the name of a row; names in the list were validated when they were added. */
export function nameOf({ type, name }: { type: DependencyType; name: string }): PackageName {
  // Another version of the panel may have written a type that this one does not know.
  const read = dependencyTypes.includes(type) ? readPackageName(type, name) : null;
  return read === null || "error" in read ? { key: name, bare: name, version: null } : read;
}
