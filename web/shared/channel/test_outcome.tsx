import { CircleAlert, CircleCheck } from "lucide-react";
import type { TestResult } from "../../../server/contract/notifications.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";

/** Shows the result of a test in the service's own words. */
export function TestOutcome({ outcome }: { outcome: TestResult | null }) {
  const { t } = useMessages();
  if (!outcome) return null;
  const { ok, answer: result } = outcome;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <div
      role={ok ? "status" : "alert"}
      className={classNames(
        "flex w-full items-start gap-2 rounded-md px-3 py-2 text-sm icon-stroke",
        ok ? "bg-success-soft text-success-text" : "bg-danger-soft text-danger-text",
      )}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <div className="font-medium">{t(ok ? "notifications.testSent" : "notifications.testFailed")}</div>
        {result !== "" && (
          <div className="max-h-24 overflow-y-auto text-xs break-words" tabIndex={0}>
            {t("notifications.serviceSaid")} <span className="font-mono">{result}</span>
          </div>
        )}
      </div>
    </div>
  );
}
