import { refuseIf } from "../../../contract/app_error.ts";
import type { Role } from "../../../contract/roles.ts";

/** Throws `validation_failed` for an administrator of some labels only: settings and accounts have none. */
export function checkLabels(
  { role, labels }: { role: Role; labels: readonly string[] | null },
  path = "labels",
): void {
  if (role === "administrator" && labels !== null) {
    refuseIf([{ path, code: "administrator_of_labels" }]);
  }
}
