import { useMutation } from "@tanstack/react-query";
import { Ellipsis, X } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { classNames } from "../class_names.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { Menu } from "../overlays/menu.tsx";
import { useMedia, useNarrow } from "../use_narrow.ts";

export interface BatchAction {
  label: string;
  icon: ReactNode;
  /** The button is busy until the returned promise settles. */
  onSelect: () => void | Promise<unknown>;
  danger?: boolean;
  /** Whether it gets its own button on a phone, where space is limited; the other actions share a menu. */
  onPhone?: boolean;
  /** Whether it is in the menu in a wide window too. */
  isRare?: boolean;
}

/**
 * Renders the actions for the selected rows. Replaces the list's toolbar at the same height; on a phone it sits at the
 * bottom of the page.
 */
export function BatchBar(
  { label, selected, selectAll, clearLabel, actions, onClear }: {
    label: string;
    /** The number of selected rows as text. */
    selected: string;
    /** Selects the rows of all pages; without it, there is nothing more to select. */
    selectAll?: BatchAction | undefined;
    clearLabel: string;
    actions: readonly BatchAction[];
    onClear: () => void;
  },
) {
  const narrow = useNarrow();
  const { mutate: watch, isPending, variables } = useMutation({
    mutationFn: ({ done }: { label: string; done: Promise<unknown> }) => done,
  });
  const busy = isPending ? variables.label : null;
  const run = ({ label, onSelect }: BatchAction) => {
    const done = onSelect();
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
      <IconButton label={clearLabel} icon={<X />} onClick={onClear} />
      <span className="me-2 text-sm font-medium whitespace-nowrap tabular-nums">{selected}</span>
      {selectAll && !narrow && <LabelledButton action={selectAll} {...{ busy, run }} />}
      {narrow
        ? <FewButtons actions={selectAll ? [selectAll, ...actions] : actions} {...{ busy, run }} />
        : <AllButtons {...{ actions, busy, run }} />}
    </div>
  );
}

interface Buttons {
  actions: readonly BatchAction[];
  /** The label of the action in progress. */
  busy: string | null;
  run: (action: BatchAction) => void;
}

/** The number of labelled buttons that a window narrower than 1280 pixels has room for. */
const MAX_LABELLED = 6;

function AllButtons({ actions, busy, run }: Buttons) {
  const usual = actions.filter(({ isRare }) => !isRare);
  const hasRoom = useMedia("(min-width: 1280px)") || usual.length <= MAX_LABELLED;
  return (
    <>
      {usual.map((action) =>
        hasRoom || action.onPhone
          ? <LabelledButton key={action.label} {...{ action, busy, run }} />
          : <IconOnlyButton key={action.label} {...{ action, busy, run }} />
      )}
      <MoreMenu actions={actions.filter(({ isRare }) => isRare)} run={run} />
    </>
  );
}

type OneButton = Omit<Buttons, "actions"> & { action: BatchAction };

function LabelledButton({ action, busy, run }: OneButton) {
  return (
    <Button
      variant="ghost"
      icon={action.icon}
      loading={busy === action.label}
      onClick={() => run(action)}
      className={action.danger ? "text-danger-text! hover:bg-danger-soft!" : "text-text!"}
    >
      {action.label}
    </Button>
  );
}

function IconOnlyButton({ action, busy, run }: OneButton) {
  return (
    <IconButton
      label={action.label}
      icon={action.icon}
      tone={action.danger ? "danger" : "neutral"}
      loading={busy === action.label}
      onClick={() => run(action)}
    />
  );
}

function FewButtons({ actions, busy, run }: Buttons) {
  return (
    <span className="ms-auto flex">
      {actions.filter(({ onPhone }) => onPhone).map((action) => (
        <IconOnlyButton key={action.label} {...{ action, busy, run }} />
      ))}
      <MoreMenu actions={actions.filter(({ onPhone }) => !onPhone)} run={run} />
    </span>
  );
}

function MoreMenu({ actions, run }: Pick<Buttons, "actions" | "run">) {
  const { t } = useMessages();
  if (actions.length === 0) return null;
  const entries = actions.map((action) => ({
    label: action.label,
    icon: action.icon,
    danger: action.danger ?? false,
    onSelect: () => run(action),
  }));
  return (
    <Menu entries={entries}>
      <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis />} />
    </Menu>
  );
}
