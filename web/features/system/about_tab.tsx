import { useLocation } from "wouter";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { paths } from "../../paths.ts";
import { asDialog, closeDialog } from "../../shared/page/dialog_history.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { HelpCard } from "./help_card.tsx";
import { useSystem } from "./use_system.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { RefreshCw } from "../../ui/icons/icons.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { AddressRow } from "../../shared/settings/address_row.tsx";
import { bindSettings, SettingRow, SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { useSaveSettings, useSettings } from "../../shared/settings/use_settings.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

const UpdateDialog = lazyDialog(() => import("./update_dialog.tsx"));

/** Renders the tab about this installation, and the update dialog. */
export default function AboutTab() {
  const [address, navigate] = useLocation();
  const { data, error, refetch } = useSystem();
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />;
  }
  const close = () => closeDialog(navigate, paths.about());
  return (
    <div className="flex flex-col gap-5">
      <PanelCard details={data} />
      <UpdateCard details={data} />
      <HelpCard details={data} />
      <MachineCard machine={data.machine} />
      <DataCard details={data} />
      {trimEnd(address, "/").endsWith("/checkUpdate") && (
        <FocusBack>
          <UpdateDialog details={data} onClose={close} />
        </FocusBack>
      )}
    </div>
  );
}

const databaseNames: Record<SystemDetails["database"], string> = { sqlite: "SQLite", postgres: "PostgreSQL" };

function PanelCard({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  const { version, commit, builtAt, deno, program, database, startedAt } = details;
  return (
    <Card>
      <div className="mb-4 flex items-center gap-3">
        <Logo size={40} />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">Sundial · {t("about.version", { version })}</h2>
          <p className="text-sm text-muted">{t("about.what")}</p>
        </div>
      </div>
      <DetailList
        details={[
          commit === null ? null : [t("about.commit"), <Mono key="commit" text={commit} />],
          builtAt === null ? null : [t("about.builtAt"), <ExactTime key="built" at={builtAt} />],
          [t("about.program"), t(`about.${program.kind}`)],
          program.path === null ? null : [t("about.programFile"), <Mono key="path" text={program.path} />],
          [t("about.runtime"), `Deno ${deno}`],
          [t("about.zones"), <ZoneRules key="zones" rules={details.zoneRules} />],
          [t("about.database"), databaseNames[database]],
          [t("about.startedAt"), <ExactTime key="started" at={startedAt} />],
        ]}
      />
    </Card>
  );
}

const zoneWarnings = {
  old: "about.zonesOld",
  older_on_machine: "about.zonesDiffer",
  none_on_machine: "about.zonesNone",
} as const;

function ZoneRules({ rules }: { rules: SystemDetails["zoneRules"] }) {
  const { t } = useMessages();
  const { source, folder, machineRelease, warning } = rules;
  const release = rules.release ?? t("about.zonesUnknown");
  return (
    <>
      {source === "machine"
        ? t("about.zonesOfMachine", { release, folder })
        : t("about.zonesOfRuntime", { release })}
      {warning !== null && (
        <span className="block text-xs text-warning-text">
          {t(zoneWarnings[warning], { release: machineRelease ?? "" })}
        </span>
      )}
    </>
  );
}

function Mono({ text }: { text: string }) {
  return <span className="font-mono text-xs break-all">{text}</span>;
}

function MachineCard({ machine }: { machine: SystemDetails["machine"] }) {
  const { t, format } = useMessages();
  const { system, architecture, processors, load, memoryBytes, memoryFreeBytes, panelBytes, upMs } = machine;
  const memory = { free: format.bytes(memoryFreeBytes), all: format.bytes(memoryBytes) };
  const loadText = format.number(Math.round(load * 100) / 100);
  return (
    <Card title={t("about.machine")}>
      <DetailList
        details={[
          [t("about.system"), `${system}, ${architecture}`],
          [t("about.processors"), t("about.processorsValue", { count: processors, load: loadText })],
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

function DataCard({ details: { data, database } }: { details: SystemDetails }) {
  const { t, format } = useMessages();
  const { path, diskBytes, diskFreeBytes, parts, complete } = data;
  const sizeOf = (bytes: number) =>
    complete ? format.bytes(bytes) : t("about.atLeast", { size: format.bytes(bytes) });
  return (
    <Card
      id="data"
      title={t("about.data")}
      help={t(database === "sqlite" ? "about.dataHelp" : "about.dataHelpShared")}
    >
      <DetailList
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

/** Sorts the parts, largest first; parts without a name are combined as the last one. */
function gathered(parts: SystemDetails["data"]["parts"]): [MessageKey, number][] {
  const sums = new Map<MessageKey, number>();
  for (const { name, bytes } of parts) {
    const key = names[name] ?? "about.partOther";
    sums.set(key, (sums.get(key) ?? 0) + bytes);
  }
  const isRest = ([key]: [MessageKey, number]) => Number(key === "about.partOther");
  return [...sums].filter(([, bytes]) => bytes > 0).sort((a, b) => isRest(a) - isRest(b) || b[1] - a[1]);
}

/** Renders known updates, the check button and the release source. */
function UpdateCard({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const checkButton = (
    <Button icon={<RefreshCw />} onClick={() => navigate(paths.checkUpdate(), asDialog)}>
      {t("about.check")}
    </Button>
  );
  return (
    <Card id="updates" title={t("about.updates")} help={t("about.updatesHelp")} actions={checkButton} flush>
      <div className="border-b border-line px-4 py-3 text-sm">
        <LastCheck update={details.update} />
      </div>
      <UpdateSettings />
    </Card>
  );
}

function LastCheck({ update: { lastCheck, lastFault } }: { update: SystemDetails["update"] }) {
  const { t } = useMessages();
  if (lastFault !== null) return <StatusDot tone="danger">{t("about.checkFailed")}</StatusDot>;
  if (lastCheck === null) return <StatusDot tone="neutral">{t("about.neverChecked")}</StatusDot>;
  const { state, release, checkedAt } = lastCheck;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      {state === "available" && release
        ? <StatusDot tone="accent">{t("about.available", { version: release.version })}</StatusDot>
        : <StatusDot tone="success">{t("about.latest")}</StatusDot>}
      <span className="text-xs text-muted">
        {t("about.checkedAt")} <RelativeTime at={checkedAt} />
      </span>
    </div>
  );
}

function UpdateSettings() {
  const { data } = useSettings();
  return data ? <UpdateRows settings={data} /> : null;
}

function UpdateRows({ settings }: { settings: NonNullable<ReturnType<typeof useSettings>["data"]> }) {
  const { save, busy } = useSaveSettings(settings);
  return (
    <>
      <AddressRow
        {...bindSettings({ settings, busy, onSave: save })("updateAddress")}
        placeholder="https://…"
      />
      <SettingRow id="updateCheck">
        {(label) => (
          <Switch
            hideLabel
            label={label}
            checked={settings.updateCheck && settings.updateAddress !== null}
            disabled={busy || settings.updateAddress === null}
            onChecked={(updateCheck) => void save({ updateCheck })}
          />
        )}
      </SettingRow>
    </>
  );
}
