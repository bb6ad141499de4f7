import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FactList } from "../../ui/data/fact_list.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { What, Who } from "./audit_rows.tsx";

/** Everything that was written down of one act. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useMessages();
  const mono = (text: string | null) =>
    text === null ? null : <span className="font-mono text-xs break-all">{text}</span>;
  const detail = Object.keys(entry.detail).length === 0 ? null : JSON.stringify(entry.detail, null, 2);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("audit.detailsOf", { id: entry.id })}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <FactList
        details={[
          [t("audit.time"), <ExactTime key="at" at={entry.at} />],
          [t("audit.who"), <Who key="who" entry={entry} />],
          entry.ip === null ? null : [t("audit.address"), mono(entry.ip)],
          [t("audit.what"), <What key="what" act={entry.act} />],
          [t("audit.act"), mono(entry.act)],
          entry.object === null ? null : [t("audit.object"), mono(entry.object)],
          detail === null ? null : [
            t("audit.details"),
            <pre key="detail" className="font-mono text-xs break-all whitespace-pre-wrap">{detail}</pre>,
          ],
          [t("audit.hash"), mono(entry.hash)],
        ]}
      />
    </Dialog>
  );
}
