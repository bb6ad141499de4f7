import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Spinner } from "../ui/feedback/spinner.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { type PaletteAction, usePaletteActions } from "./use_palette_actions.tsx";
import { usePaletteScripts } from "./use_palette_scripts.tsx";
import { usePaletteTasks } from "./use_palette_tasks.tsx";
import { usePaletteViews } from "./use_palette_views.tsx";

/** Pages, tasks and actions in one box; a chunk of its own, loaded when first opened. */
export default function CommandPalette(
  { onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void },
) {
  const { t } = useMessages();
  const [text, setText] = useState("");
  const { pages, actions } = usePaletteActions({ onShortcuts });
  const found = usePaletteTasks(text);
  const { scripts, searching: searchingScripts } = usePaletteScripts(text);
  const { tasks } = found;
  const searching = found.searching || searchingScripts;
  const views = usePaletteViews();
  const choose = (action: PaletteAction) => () => {
    onClose();
    action.run();
  };
  const group = (heading: string, actions: PaletteAction[]) => (
    <PaletteGroup heading={heading}>
      {actions.map((action) => <PaletteLine key={action.id} act={action} onSelect={choose(action)} />)}
    </PaletteGroup>
  );
  return (
    <PaletteDialog onClose={onClose}>
      <div className="flex items-center gap-2.5 border-b border-line px-4 icon-stroke">
        <Search size={16} aria-hidden className="text-faint" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={t("shell.paletteHint")}
          className="h-12 w-full bg-transparent text-base outline-none touch:text-lg"
        />
        {searching && <Spinner size="small" label={t("shell.searching")} />}
      </div>
      <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5">
        {!searching && (
          <Command.Empty className="py-8 text-center text-sm text-muted">{t("ui.noMatches")}</Command.Empty>
        )}
        {tasks.length > 0 && group(t("shell.groupTasks"), tasks)}
        {scripts.length > 0 && group(t("shell.scripts"), scripts)}
        {group(t("shell.groupPages"), pages)}
        {views.length > 0 && group(t("tasks.views"), views)}
        {group(t("shell.groupActions"), actions)}
      </Command.List>
    </PaletteDialog>
  );
}

function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[min(16dvh,160px)] left-1/2 z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-rise overflow-hidden rounded-lg bg-raised shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{t("shell.paletteLabel")}</Radix.Title>
          <Command loop label={t("shell.paletteLabel")}>{children}</Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

function PaletteLine({ act: action, onSelect }: { act: PaletteAction; onSelect: () => void }) {
  return (
    <Command.Item
      value={action.id}
      keywords={[action.label, ...action.keywords]}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover touch:h-11 icon-stroke"
    >
      <span className="text-muted">{action.icon}</span>
      <span className="min-w-0 flex-1 truncate">{action.label}</span>
      {action.hint && <span className="max-w-56 truncate font-mono text-xs text-faint">{action.hint}</span>}
    </Command.Item>
  );
}
