import { ArrowDown, ArrowUp, Columns2, FoldVertical, Pilcrow, Rows2 } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { SegmentedControl } from "../inputs/segmented_control.tsx";
import { useNarrow } from "../use_narrow.ts";
import type { Position } from "./diff_lines.ts";
import type { DiffLayout } from "./text_diff.ts";

export interface DiffChoices {
  layout: DiffLayout;
  ignoreSpace: boolean;
  /** Whether long unchanged ranges are folded. */
  onlyChanges: boolean;
}

interface DiffToolbarProps {
  position: Position;
  choices: DiffChoices;
  choose: (change: Partial<DiffChoices>) => void;
  onStep: (by: 1 | -1) => void;
  actions: ReactNode;
}

/** Renders the number of differences, the buttons to step through them and the display options. */
export function DiffToolbar({ position, choices, choose, onStep, actions }: DiffToolbarProps) {
  const { t } = useMessages();
  const { at, count } = position;
  const none = count === 0;
  return (
    <div
      role="toolbar"
      aria-label={t("diff.toolbar")}
      className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b border-line bg-surface px-3 py-1.5 max-sm:gap-x-0 max-sm:px-1.5"
    >
      <IconButton label={t("diff.previous")} icon={<ArrowUp />} disabled={none} onClick={() => onStep(-1)} />
      <IconButton label={t("diff.next")} icon={<ArrowDown />} disabled={none} onClick={() => onStep(1)} />
      <span role="status" className="text-sm sm:min-w-16 text-muted tabular-nums">
        {at === null ? t("diff.changesCount", { count }) : t("diff.changesPlace", { at: at + 1, count })}
      </span>
      <div className="ms-auto flex flex-wrap items-center max-sm:gap-0 gap-1 md:gap-2">
        <Toggle
          label={t("diff.ignoreSpace")}
          icon={<Pilcrow />}
          on={choices.ignoreSpace}
          onToggle={() => choose({ ignoreSpace: !choices.ignoreSpace })}
        />
        <Toggle
          label={t("diff.onlyChanges")}
          icon={<FoldVertical />}
          on={choices.onlyChanges}
          onToggle={() => choose({ onlyChanges: !choices.onlyChanges })}
        />
        <LayoutChoice layout={choices.layout} onLayout={(layout) => choose({ layout })} />
        {actions}
      </div>
    </div>
  );
}

/** Renders two labeled options where they fit, otherwise one button. */
function LayoutChoice({ layout, onLayout }: { layout: DiffLayout; onLayout: (layout: DiffLayout) => void }) {
  const { t } = useMessages();
  if (useNarrow()) {
    return (
      <Toggle
        label={t("diff.sideBySide")}
        icon={<Columns2 />}
        on={layout === "side"}
        onToggle={() => onLayout(layout === "side" ? "inline" : "side")}
      />
    );
  }
  return (
    <SegmentedControl
      hideLabel
      label={t("diff.layout")}
      value={layout}
      onValue={onLayout}
      options={[
        { value: "side", label: t("diff.sideBySide"), icon: <Columns2 size={14} /> },
        { value: "inline", label: t("diff.inline"), icon: <Rows2 size={14} /> },
      ]}
    />
  );
}

function Toggle(
  { label, icon, on, onToggle }: { label: string; icon: ReactNode; on: boolean; onToggle: () => void },
) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={on}
      onClick={onToggle}
      className={classNames(on && "bg-selected text-accent-text")}
    />
  );
}
