import type { Scope } from "../../../server/contract/scopes.ts";
import { modules } from "../../../server/contract/scopes.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { permissionsOf } from "./permissions.ts";

/** What an application may do, one chip for each module. */
export function PermissionChips({ scopes }: { scopes: readonly Scope[] }) {
  const { t } = useMessages();
  const permissions = permissionsOf(scopes);
  return (
    <span className="flex flex-wrap gap-1">
      {modules.filter((module) => permissions[module] !== "none").map((module) => {
        const writes = permissions[module] === "write";
        const label = t(writes ? "applications.writeOf" : "applications.readOf", {
          module: t(`modules.${module}`),
        });
        return <Badge key={module} tone={writes ? "accent" : "neutral"}>{label}</Badge>;
      })}
    </span>
  );
}
