import { Link } from "wouter";
import { useMay } from "../api/use_permissions.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { pageTimeZone } from "../messages/zone_clocks.ts";
import { paths } from "../paths.ts";
import { useEndWindow, useOpenWindows } from "../shared/windows/use_window_actions.ts";
import { Button } from "../ui/buttons/button.tsx";
import { Callout } from "../ui/feedback/callout.tsx";

/** Shows on every page that maintenance windows are open; nothing while none is. */
export default function MaintenanceBanner() {
  const { t, format } = useMessages();
  const open = useOpenWindows();
  const { mutate: end, isPending } = useEndWindow();
  const mayEnd = useMay("tasks:write");
  if (open.length === 0) return null;
  return (
    <section aria-label={t("windows.title")} className="border-b border-line px-4 py-2 md:px-6">
      <Callout tone="warning">
        {open.map((window) => (
          <div key={window.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={paths.windows()} className="font-medium break-words hover:underline">
              {window.name}
            </Link>
            <span>
              {t(window.effect === "hold" ? "windows.bannerHold" : "windows.bannerSkip", {
                time: window.nextTo ? format.dayAndTime(window.nextTo, pageTimeZone()) : "",
              })}
            </span>
            {window.held > 0 && (
              <Link href={paths.runs({ state: "queued" })} className="hover:underline">
                {t("windows.heldRuns", { count: window.held })}
              </Link>
            )}
            {mayEnd && (
              <Button
                size="small"
                loading={isPending}
                aria-label={t("windows.endOne", { name: window.name })}
                onClick={() => end(window)}
              >
                {t("windows.end")}
              </Button>
            )}
          </div>
        ))}
      </Callout>
    </section>
  );
}
