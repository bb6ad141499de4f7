import {
  Archive,
  Bell,
  BellOff,
  CircleArrowUp,
  HardDrive,
  ScrollText,
  Wrench,
} from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { classNames } from "../../ui/class_names.ts";
import { useStartMaintenance } from "../../shared/windows/use_window_actions.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useMay, usePermissions } from "../../api/use_permissions.ts";

/** Renders the state of the panel and of its machine, each a link to where it can be changed. */
export function HealthCard({ health }: { health: Overview["health"] }) {
  const { t, format } = useMessages();
  const {
    diskFreeBytes: free,
    diskTotalBytes: total,
    diskRoom,
    logsBytes,
    lastBackupAt,
    update,
  } = health;
  const may = usePermissions();
  const mayReadSystem = may("system:read");
  const hasDisk = free !== null && total !== null && total > 0;
  const isLow = diskRoom === "low" || diskRoom === "full";
  return (
    <Card flush title={t("overview.health")}>
      <ul className="py-1.5">
        {hasDisk && (
          <HealthRow
            href={mayReadSystem && paths.about()}
            icon={<HardDrive />}
            label={t("overview.disk")}
            warns={isLow}
            value={t("overview.diskFree", { free: format.bytes(free), total: format.bytes(total) })}
          >
            <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-neutral-soft">
              <span
                className={classNames("block h-full rounded-full", isLow ? "bg-warning" : "bg-accent")}
                style={{ width: `${(1 - free / total) * 100}%` }}
              />
            </span>
          </HealthRow>
        )}
        <HealthRow
          href={paths.logs()}
          icon={<ScrollText />}
          label={t("overview.logs")}
          value={logsBytes === null
            ? t("overview.logsUnknown")
            : health.logsComplete
            ? format.bytes(logsBytes)
            : t("overview.logsAtLeast", { size: format.bytes(logsBytes) })}
        />
        <HealthRow
          href={may("administrator") && paths.backups()}
          icon={<Archive />}
          label={t("overview.backup")}
          warns={lastBackupAt === null}
          value={lastBackupAt === null ? t("overview.noBackup") : <RelativeTime at={lastBackupAt} />}
        />
        <NotificationsRow health={health} />
        <MaintenanceRow />
        {update !== null && (
          <HealthRow
            href={mayReadSystem && paths.about()}
            icon={<CircleArrowUp />}
            label={t("overview.update")}
            value={<span className="text-accent-text">{t("overview.updateTo", { version: update })}</span>}
          />
        )}
      </ul>
    </Card>
  );
}

/** Renders what is known of deliveries: that a channel is enabled says little. */
function NotificationsRow({ health }: { health: Overview["health"] }) {
  const { t } = useMessages();
  const { notifications, failingChannels: count, lastDeliveredAt } = health;
  const mayRead = useMay("notifications:read");
  const isFine = notifications && count === 0;
  return (
    <HealthRow
      href={mayRead && paths.notifications()}
      icon={notifications ? <Bell /> : <BellOff />}
      label={t(isFine && lastDeliveredAt !== null ? "overview.lastNotification" : "overview.notifications")}
      warns={!isFine}
      value={!notifications
        ? t("overview.notificationsOff")
        : count > 0
        ? t("overview.channelsFail", { count })
        : lastDeliveredAt === null
        ? t("overview.noneDelivered")
        : <RelativeTime at={lastDeliveredAt} />}
    />
  );
}

const maintenanceHours = [1, 2, 4, 8];

/** Renders a menu that starts maintenance; the banner of the page ends it. */
function MaintenanceRow() {
  const { t } = useMessages();
  const { mutate: start, isPending } = useStartMaintenance();
  const mayStart = useMay("tasks:write");
  const entries = maintenanceHours.map((hours) => ({
    label: t("windows.startFor", { count: hours }),
    onSelect: () => start(hours),
  }));
  return (
    <li className="flex items-center gap-2.5 px-4 py-1 text-sm icon-stroke">
      <span aria-hidden className="text-faint">
        <Wrench />
      </span>
      <Link href={paths.windows()} className="min-w-0 flex-1 truncate hover:underline">
        {t("windows.title")}
      </Link>
      {mayStart && (
        <Menu entries={entries}>
          <Button size="small" loading={isPending}>{t("windows.start")}</Button>
        </Menu>
      )}
    </li>
  );
}

interface HealthRowProps {
  /** False for a person whose role does not include the page. */
  href: string | false;
  icon: ReactNode;
  label: string;
  value: ReactNode;
  warns?: boolean;
  /** A picture below. */
  children?: ReactNode;
}

function HealthRow({ href, icon, label, value, warns = false, children }: HealthRowProps) {
  const content = (
    <>
      <span className="flex items-center gap-2.5 icon-stroke">
        <span aria-hidden className="text-faint">{icon}</span>
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <span className={classNames("shrink-0 tabular-nums", warns ? "text-warning-text" : "text-muted")}>
          {value}
        </span>
      </span>
      {children}
    </>
  );
  const className = "block px-4 py-2 text-sm touch:py-3";
  return (
    <li>
      {href === false
        ? <div className={className}>{content}</div>
        : <Link href={href} className={`${className} hover:bg-hover`}>{content}</Link>}
    </li>
  );
}
