import { Bell as BellIcon, CheckCheck } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { usePermissions } from "../../api/use_permissions.ts";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import Popover from "../../ui/overlays/popover.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { BellItem } from "./bell_items.ts";
import { listedNames } from "./bell_sources.ts";
import { useBellItems } from "./use_bell_items.ts";
import { type ToastTone, useToast } from "../../ui/feedback/use_toast.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { Messages } from "../../messages/create_messages.ts";

const maxVisible = 9;

/** Shows the number of new items at a bell and lists them below it. Opening the list marks them as seen. */
export default function Bell() {
  const { t } = useMessages();
  const { items, failed, ready, seeAll } = useBellItems();
  const [open, setOpen] = useState(false);
  useNotifyAttention(items, ready, () => setOpen(true));
  const fresh = items.filter(({ isNew }) => isNew).length;
  const become = (next: boolean) => {
    if (open && !next) seeAll();
    setOpen(next);
  };
  const label = fresh === 0 ? t("notifications.bell") : t("notifications.bellCount", { count: fresh });
  return (
    <Popover
      label={t("notifications.bell")}
      align="end"
      open={open}
      onOpen={become}
      trigger={
        <IconButton
          tooltip={false}
          title={t("notifications.bell")}
          label={label}
          icon={<BadgedBell fresh={fresh} />}
        />
      }
    >
      <Panel items={items} failed={failed} fresh={fresh} onSee={seeAll} onLeave={() => become(false)} />
    </Popover>
  );
}

function BadgedBell({ fresh }: { fresh: number }) {
  return (
    <span className="relative">
      <BellIcon />
      {fresh > 0 && (
        <span
          aria-hidden
          className="absolute -end-2 -top-2 flex h-3.5 min-w-3.5 items-center justify-center rounded-full bg-danger-fill px-0.75 text-[10px] leading-none font-semibold text-on-accent tabular-nums"
        >
          {fresh > maxVisible ? `${maxVisible}+` : fresh}
        </span>
      )}
    </span>
  );
}

function Panel(
  { items, failed, fresh, onSee, onLeave }: {
    items: readonly BellItem[];
    failed: boolean;
    fresh: number;
    onSee: () => void;
    onLeave: () => void;
  },
) {
  const { t, format } = useMessages();
  const may = usePermissions();
  return (
    <div className="flex w-80 max-w-full flex-col">
      <div className="flex min-h-11 items-center gap-2 border-b border-line ps-3 pe-1.5">
        <h2 className="flex-1 text-sm font-semibold">{t("notifications.bell")}</h2>
        {fresh > 0 && (
          <IconButton
            size="small"
            tooltip={false}
            title={t("notifications.bellSeen")}
            label={t("notifications.bellSeen")}
            icon={<CheckCheck />}
            onClick={onSee}
          />
        )}
      </div>
      {items.length === 0
        ? (
          <div className="flex flex-col gap-0.5 px-4 py-8 text-center">
            <p className="text-sm font-medium">{t("notifications.bellNone")}</p>
            <p className="text-xs text-balance text-muted">
              {t("notifications.bellNoneHelp", { list: format.list(listedNames(may).map((key) => t(key))) })}
            </p>
          </div>
        )
        : (
          <ul className="max-h-[60vh] overflow-y-auto p-1">
            {items.map((item) => (
              <li key={item.group}>
                <Line item={item} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        )}
      {failed && (
        <p className="border-t border-line px-3 py-2 text-xs text-warning-text">
          {t("notifications.bellPartly")}
        </p>
      )}
    </div>
  );
}

function Line({ item, onLeave }: { item: BellItem; onLeave: () => void }) {
  const messages = useMessages();
  return (
    <Link
      href={item.href}
      onClick={onLeave}
      className="flex items-baseline gap-2.5 rounded-sm px-2 py-1.5 text-sm hover:bg-hover focus-visible:bg-hover"
    >
      <StatusDot tone={item.tone} hollow={!item.isNew} hideLabel>
        {item.isNew ? messages.t("notifications.bellNew") : ""}
      </StatusDot>
      <span className="min-w-0 flex-1">
        <span className={item.isNew ? "font-medium break-words" : "break-words text-muted"}>
          {titleOf(item, messages)}
        </span>
        <span className="block text-xs text-muted">
          <RelativeTime at={item.at} />
        </span>
      </span>
    </Link>
  );
}

/** More simultaneous items are reported as one. */
const maxToasts = 2;

const toastTones: Partial<Record<Tone, ToastTone>> = { accent: "info", warning: "warning" };

/** Shows toasts for items that are new since the page was opened; earlier ones only appear at the bell. */
function useNotifyAttention(
  items: readonly BellItem[],
  ready: boolean,
  onShow: () => void,
): void {
  const messages = useMessages();
  const toast = useToast();
  const [, navigate] = useLocation();
  const known = useRef<Set<string>>(null);
  const notify = (fresh: readonly BellItem[]) => {
    const { t } = messages;
    const label = t("notifications.bellShow");
    if (fresh.length > maxToasts) {
      const title = t("notifications.bellSeveral", { count: fresh.length });
      return toast.notify("warning", title, undefined, { label, onSelect: onShow });
    }
    // A toast reports only the new entry, so its title has no count.
    for (const { title, tone, href } of fresh) {
      const onSelect = () => navigate(href);
      toast.notify(toastTones[tone] ?? "danger", title(messages), undefined, { label, onSelect });
    }
  };
  const latest = useRef(notify);
  latest.current = notify;
  useEffect(() => {
    if (!ready) return;
    const before = known.current;
    known.current = new Set([...before ?? [], ...items.map(({ key }) => key)]);
    if (before) latest.current(items.filter(({ key, isNew }) => isNew && !before.has(key)));
  }, [items, ready]);
}

function titleOf({ title, count }: BellItem, messages: Messages): string {
  return count > 1 ? `${title(messages)} ×${messages.format.number(count)}` : title(messages);
}
