import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeys } from "../api/query_keys.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { Callout } from "../ui/feedback/callout.tsx";
import { useGuards } from "../ui/leave/leave_guard.tsx";

/** Says that the role has changed while something on the page is not saved; applies the new one once everything is saved or left. */
export default function RoleBanner() {
  const { t } = useMessages();
  const guards = useGuards();
  const queries = useQueryClient();
  useEffect(() => {
    const apply = () => {
      if (!guards.isHeld()) void queries.invalidateQueries({ queryKey: queryKeys.session(), exact: true });
    };
    apply();
    return guards.onChange(apply);
  }, [guards, queries]);
  return (
    <div className="border-b border-line px-4 py-2 md:px-6">
      <Callout tone="warning">{t("controls.roleChanged")}</Callout>
    </div>
  );
}
