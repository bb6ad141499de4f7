import { useMutation } from "@tanstack/react-query";
import { Ellipsis, X } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { classNames } from "../class_names.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { Menu } from "../overlays/menu.tsx";
import { useMedia, useNarrow } from "../use_narrow.ts";

/** An action on the selected rows. */
export interface BatchDeed {
  label: string;
  icon: ReactNode;
  /** The button is busy until the returned promise settles. */
  act: () => void | Promise<unknown>;
  danger?: boolean;
  /** Whether it gets its own button on a phone, where space is limited; the other actions share a menu. */
  onPhone?: boolean;
}

/**
 * Renders the actions for the selected rows. Replaces the list's toolbar at the same height; on a phone it sits at the
 * bottom of the page.
 */
export function BatchBar(
  { label, selected, clearLabel, deeds, onClear }: {
    label: string;
    /** The number of selected rows as text. */
    selected: string;
    clearLabel: string;
    deeds: readonly BatchDeed[];
    onClear: () => void;
  },
) {
  const narrow = useNarrow();
  const { mutate: watch, isPending, variables } = useMutation({
    mutationFn: ({ done }: { label: string; done: Promise<unknown> }) => done,
  });
  const busy = isPending ? variables.label : null;
  const run = ({ label, act: action }: BatchDeed) => {
    const done = action();
    if (done) watch({ label, done });
  };
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={classNames(
        "flex min-h-8 items-center gap-1 rounded-md px-1",
        narrow
          ? "sticky bottom-0 z-20 order-last border border-line-strong bg-raised py-1 shadow-float"
          : "overflow-x-auto bg-selected",
      )}
    >
      <IconButton label={clearLabel} icon={<X size={16} />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">{selected}</span>
      {narrow ? <FewButtons {...{ deeds, busy, run }} /> : <AllButtons {...{ deeds, busy, run }} />}
    </div>
  );
}

interface Buttons {
  deeds: readonly BatchDeed[];
  /** The label of the action in progress. */
  busy: string | null;
  run: (deed: BatchDeed) => void;
}

/** The number of labelled buttons that a window narrower than 1280 pixels has room for. */
const MAX_LABELLED = 6;

function AllButtons({ deeds, busy, run }: Buttons) {
  const hasRoom = useMedia("(min-width: 1280px)") || deeds.length <= MAX_LABELLED;
  return deeds.map((deed) =>
    hasRoom || deed.onPhone
      ? <LabelledButton key={deed.label} {...{ deed, busy, run }} />
      : <IconOnlyButton key={deed.label} {...{ deed, busy, run }} />
  );
}

type OneButton = Omit<Buttons, "deeds"> & { deed: BatchDeed };

function LabelledButton({ deed, busy, run }: OneButton) {
  return (
    <Button
      variant="ghost"
      icon={deed.icon}
      loading={busy === deed.label}
      onClick={() => run(deed)}
      className={deed.danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
    >
      {deed.label}
    </Button>
  );
}

function IconOnlyButton({ deed, busy, run }: OneButton) {
  return (
    <IconButton
      label={deed.label}
      icon={deed.icon}
      tone={deed.danger ? "danger" : "neutral"}
      loading={busy === deed.label}
      onClick={() => run(deed)}
    />
  );
}

function FewButtons({ deeds, busy, run }: Buttons) {
  const { t } = useMessages();
  const rest = deeds.filter(({ onPhone }) => !onPhone);
  return (
    <span className="ms-auto flex">
      {deeds.filter(({ onPhone }) => onPhone).map((deed) => (
        <IconOnlyButton key={deed.label} {...{ deed, busy, run }} />
      ))}
      {rest.length > 0 && (
        <Menu
          entries={rest.map((deed) => ({
            label: deed.label,
            icon: deed.icon,
            danger: deed.danger ?? false,
            onSelect: () => run(deed),
          }))}
        >
          <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
        </Menu>
      )}
    </span>
  );
}
