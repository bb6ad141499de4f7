import type { AccountEntry } from "../../../server/contract/accounts.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";

/** Renders a role with the labels for which it holds. */
export function RoleLabels({ role, labels }: Pick<AccountEntry, "role" | "labels">) {
  const { t } = useMessages();
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span>{t(`app.${role}`)}</span>
      {labels === null
        ? <span className="text-xs text-faint">{t("accounts.wholePanel")}</span>
        : labels.map((label) => <Badge key={label}>{label}</Badge>)}
    </span>
  );
}
