import { RefreshCw } from "lucide-react";
import { useLocation } from "wouter";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { AddressRow } from "../../shared/settings/address_row.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { useSaveSettings, useSettings } from "../../shared/settings/use_settings.ts";

/** What is known of newer versions, the way to look, and where from. */
export function UpdateCard({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const check = (
    <Button
      icon={<RefreshCw size={16} aria-hidden />}
      onClick={() => navigate(paths.checkUpdate(), { state: { beneath: "about" } })}
    >
      {t("about.check")}
    </Button>
  );
  return (
    <Card title={t("about.updates")} help={t("about.updatesHelp")} actions={check} flush>
      <div className="border-b border-line px-4 py-3 text-sm">
        <LastCheck update={details.update} />
      </div>
      <UpdateSettings />
    </Card>
  );
}

function LastCheck({ update: { lastCheck, lastFault: lastError } }: { update: SystemDetails["update"] }) {
  const { t } = useMessages();
  if (lastError !== null) return <StatusDot tone="danger">{t("about.checkFailed")}</StatusDot>;
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
  const { t } = useMessages();
  const { save, busy } = useSaveSettings(settings);
  return (
    <>
      <AddressRow
        title={t("about.address")}
        label={t("about.address")}
        placeholder="https://…"
        help={t("about.addressHelp")}
        value={settings.updateAddress}
        busy={busy}
        onSave={(updateAddress) => void save({ updateAddress })}
      />
      <SettingRow title={t("about.daily")} help={t("about.dailyHelp")}>
        <Switch
          hideLabel
          label={t("about.daily")}
          checked={settings.updateCheck}
          disabled={busy}
          onChecked={(updateCheck) => void save({ updateCheck })}
        />
      </SettingRow>
    </>
  );
}
