import { Button } from "../ui/inputs/button.tsx";
import { useIsOutdated } from "../api/use_live.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { useGuards } from "../shared/leave/leave_guard.tsx";

/** Offers to load the page of an updated panel, once there is one. What is unsaved is asked about first. */
export function NewVersionBar() {
  const { t } = useMessages();
  const guards = useGuards();
  if (!useIsOutdated()) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 text-sm"
    >
      <span>{t("shell.newVersion")}</span>
      <Button size="small" onClick={() => guards.leave(() => location.reload())}>{t("ui.reload")}</Button>
    </div>
  );
}
