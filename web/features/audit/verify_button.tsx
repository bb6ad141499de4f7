import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { AuditVerdict } from "../../../server/contract/audit_log.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** A whole log of the largest size takes some seconds. */
const patienceMs = 120_000;

/** Gives a button that has the log looked through, and what came of it. */
export function useVerify() {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const verify = async () => {
    setBusy(true);
    await api.get<AuditVerdict>("/audit-log/verify", { timeoutMs: patienceMs })
      .then(setVerdict).catch(toast.problem);
    setBusy(false);
  };
  const button = (
    <Button
      icon={<ShieldCheck size={16} aria-hidden />}
      loading={busy}
      onClick={() => void verify()}
    >
      {t("audit.verify")}
    </Button>
  );
  return { button, outcome: verdict && <Verdict verdict={verdict} /> };
}

const errors: Record<NonNullable<AuditVerdict["broken"]>["fault"], MessageKey> = {
  changed: "audit.brokenChanged",
  missing: "audit.brokenMissing",
  end_missing: "audit.brokenEnd",
};

function Verdict({ verdict: { checked, broken, cut } }: { verdict: AuditVerdict }) {
  const { t, format } = useMessages();
  if (broken) {
    return (
      <Callout tone="danger">
        {t(errors[broken.fault], { id: broken.id })} {t("audit.brokenHelp")}
      </Callout>
    );
  }
  return (
    <div role="status">
      <Callout>
        {t("audit.verified", { count: checked, shown: format.number(checked) })}
        {cut && (
          <p>
            {t("audit.cut", {
              count: cut.removed,
              shown: format.number(cut.removed),
              at: format.exact(cut.at),
            })}
          </p>
        )}
      </Callout>
    </div>
  );
}
