import { Command } from "cmdk";
import { Check } from "lucide-react";
import Popover from "../../../ui/overlays/popover.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useLabels } from "../../../shared/task/use_labels.ts";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";

/** All labels, found by typing; choosing one narrows the list to it, choosing it again lets go. */
export default function LabelPanel(
  { label, onLabel, ...panel }: { label: string; onLabel: (label: string) => void } & PanelProps,
) {
  const { t, format } = useMessages();
  const labels = useLabels();
  const choose = (next: string) => {
    onLabel(next === label ? "" : next);
    panel.onOpen(false);
  };
  return (
    <Popover label={t("tasks.labels")} {...panel}>
      <Command loop label={t("list.labelSearch")} className="w-64">
        <Command.Input
          autoFocus
          placeholder={t("list.labelSearch")}
          className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none touch:text-lg"
        />
        <Command.List className="max-h-72 overflow-y-auto p-1">
          <Command.Empty className="px-2 py-4 text-center text-sm text-muted">
            {labels.length === 0 ? t("list.noLabels") : t("ui.noMatches")}
          </Command.Empty>
          {labels.map((one) => (
            <Command.Item
              key={one.label}
              value={one.label}
              onSelect={() => choose(one.label)}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover touch:min-h-11 icon-stroke"
            >
              <span className="min-w-0 flex-1 truncate">{one.label}</span>
              <span className="text-xs text-faint tabular-nums">{format.number(one.tasks)}</span>
              {one.label === label && <Check size={16} aria-hidden className="text-accent-text" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Popover>
  );
}
