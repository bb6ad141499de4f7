import { Ellipsis, Play, Power, PowerOff, Square, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Subscription, SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { MenuItem } from "../../../ui/menu_entries.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useSubscriptionActs } from "../acts/subscription_acts.tsx";

const buttons: readonly { action: SubscriptionAction; word: WordKey; icon: ReactNode }[] = [
  { action: "run", word: "subscriptions.run", icon: <Play size={16} aria-hidden /> },
  { action: "stop", word: "subscriptions.stop", icon: <Square size={16} aria-hidden /> },
  { action: "enable", word: "subscriptions.enable", icon: <Power size={16} aria-hidden /> },
  { action: "disable", word: "subscriptions.disable", icon: <PowerOff size={16} aria-hidden /> },
];

/** What can be done to the chosen subscriptions: in place of the toolbar; on a phone at the foot of the page. */
export default function BatchBar(
  { subscriptions, onClear }: { subscriptions: readonly Subscription[]; onClear: () => void },
) {
  const { t } = useWords();
  const narrow = useNarrow();
  const deeds = useDeeds(subscriptions);
  return (
    <div
      role="toolbar"
      aria-label={t("subscriptions.batch")}
      className={classNames(
        "flex min-h-8 items-center gap-1 rounded-md ps-1 pe-1",
        narrow
          ? "sticky bottom-0 z-20 order-last border border-line-strong bg-raised py-1 shadow-float"
          : "overflow-x-auto bg-selected",
      )}
    >
      <IconButton label={t("tasks.clearSelection")} icon={<X size={16} />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">
        {t("subscriptions.selected", { count: subscriptions.length })}
      </span>
      {narrow ? <FewButtons {...deeds} /> : <AllButtons {...deeds} />}
    </div>
  );
}

interface Deeds {
  deeds: readonly MenuItem[];
  /** The label of what is being done. */
  busy: string | null;
}

function useDeeds(subscriptions: readonly Subscription[]): Deeds {
  const { t } = useWords();
  const { act, askDelete } = useSubscriptionActs();
  const [busy, setBusy] = useState<string | null>(null);
  const deeds = buttons.map(({ action, word, icon }): MenuItem => ({
    label: t(word),
    icon,
    onSelect: () => {
      setBusy(t(word));
      void act(action, subscriptions).finally(() => setBusy(null));
    },
  }));
  const remove = {
    label: t("ui.delete"),
    icon: <Trash2 size={16} aria-hidden />,
    danger: true,
    onSelect: () => askDelete(subscriptions),
  };
  return { deeds: [...deeds, remove], busy };
}

function AllButtons({ deeds, busy }: Deeds) {
  return deeds.map(({ label, icon, onSelect, danger = false }) => (
    <Button
      key={label}
      variant="ghost"
      icon={icon}
      loading={busy === label}
      onClick={onSelect}
      className={danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
    >
      {label}
    </Button>
  ));
}

const onPhone: readonly WordKey[] = ["subscriptions.run", "subscriptions.stop", "ui.delete"];

/** What there is room for on a phone, and the rest in a menu. */
function FewButtons({ deeds, busy }: Deeds) {
  const { t } = useWords();
  const few = onPhone.map((word) => t(word));
  const isFew = ({ label }: MenuItem) => few.includes(label);
  return (
    <span className="ms-auto flex">
      {deeds.filter(isFew).map(({ label, icon, onSelect, danger = false }) => (
        <IconButton
          key={label}
          {...{ label, icon }}
          tone={danger ? "danger" : "neutral"}
          loading={busy === label}
          onClick={onSelect}
        />
      ))}
      <Menu entries={deeds.filter((deed) => !isFew(deed))}>
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
      </Menu>
    </span>
  );
}
