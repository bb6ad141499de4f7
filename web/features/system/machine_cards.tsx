import type { SystemDetails } from "../../../server/contract/system.ts";
import { Card } from "../../ui/data/card.tsx";
import { FactList } from "../../ui/data/fact_list.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** The machine the panel runs on. */
export function MachineCard({ machine }: { machine: SystemDetails["machine"] }) {
  const { t, format } = useMessages();
  const { system, architecture, processors, load, memoryBytes, memoryFreeBytes, panelBytes, upMs } = machine;
  const memory = { free: format.bytes(memoryFreeBytes), all: format.bytes(memoryBytes) };
  const visibleLoad = format.number(Math.round(load * 100) / 100);
  return (
    <Card title={t("about.machine")}>
      <FactList
        details={[
          [t("about.system"), `${system}, ${architecture}`],
          [t("about.processors"), t("about.processorsValue", { count: processors, load: visibleLoad })],
          [t("about.memory"), t("about.memoryValue", memory)],
          [t("about.panelMemory"), format.bytes(panelBytes)],
          [t("about.up"), <ExactTime key="up" at={new Date(Date.now() - upMs).toISOString()} />],
        ]}
      />
    </Card>
  );
}

const names: Record<string, MessageKey> = {
  "database": "about.partDatabase",
  "logs": "about.partLogs",
  "scripts": "about.partScripts",
  "config": "about.partConfig",
  "deps": "about.partDeps",
  "system-log": "about.partSystemLog",
  "backups": "about.partBackups",
  "bin": "about.partBin",
  "versions": "about.partVersions",
  "update": "about.partUpdate",
  "reserve": "about.partReserve",
};

/** What is kept, and the room it takes. */
export function DataCard({ data }: { data: SystemDetails["data"] }) {
  const { t, format } = useMessages();
  const { path, diskBytes, diskFreeBytes, parts, complete } = data;
  const sizeOf = (bytes: number) =>
    complete ? format.bytes(bytes) : t("about.atLeast", { size: format.bytes(bytes) });
  return (
    <Card title={t("about.data")} help={t("about.dataHelp")}>
      <FactList
        details={[
          [t("about.path"), <span key="path" className="font-mono text-xs break-all">{path}</span>],
          diskBytes === null || diskFreeBytes === null ? null : [
            t("about.disk"),
            t("about.diskValue", { free: format.bytes(diskFreeBytes), all: format.bytes(diskBytes) }),
          ],
          ...gathered(parts).map(([name, bytes]): [string, string] => [t(name), sizeOf(bytes)]),
        ]}
      />
    </Card>
  );
}

/** What has no name of its own counts as the rest. */
function gathered(parts: SystemDetails["data"]["parts"]): [MessageKey, number][] {
  const sums = new Map<MessageKey, number>();
  for (const { name, bytes } of parts) {
    const key = names[name] ?? "about.partOther";
    sums.set(key, (sums.get(key) ?? 0) + bytes);
  }
  return [...sums].filter(([, bytes]) => bytes > 0).sort(([, a], [, b]) => b - a);
}
