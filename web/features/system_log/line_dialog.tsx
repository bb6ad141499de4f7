import type { ReactNode } from "react";
import type { SystemLogEntry } from "../../../server/contract/system_log.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FactList } from "../../ui/data/fact_list.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { levelTones } from "./level_tones.ts";

/** One line with everything that belongs to it. */
export function LineDialog({ entry, onClose }: { entry: SystemLogEntry; onClose: () => void }) {
  const { t } = useMessages();
  const { time, level, message, fields } = entry;
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={message}
      footer={
        <>
          <CopyButton text={JSON.stringify(entry, null, 2)} />
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      <FactList
        details={[
          [t("systemLog.time"), <ExactTime key="time" at={time} />],
          [
            t("systemLog.level"),
            <StatusDot key="level" tone={levelTones[level]}>{t(`systemLog.${level}`)}</StatusDot>,
          ],
          ...Object.entries(fields).map(([name, value]): [string, ReactNode] => [
            name,
            <pre key={name} className="font-mono text-xs break-all whitespace-pre-wrap">{textOf(value)}</pre>,
          ]),
        ]}
      />
    </Dialog>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
