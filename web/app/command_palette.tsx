import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { Search } from "../ui/icons/icons.ts";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Spinner } from "../ui/buttons/spinner.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../server/contract/text_search.ts";
import { type PaletteAction, usePaletteActions } from "./palette_entries.tsx";
import {
  usePaletteScripts,
  usePaletteSettings,
  usePaletteTasks,
  usePaletteViews,
  useSelectionActions,
} from "./palette_search.tsx";

/** Renders pages, tasks and actions in one search box; a separate chunk, loaded when it is first opened. */
export default function CommandPalette(
  { onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void },
) {
  const { t } = useMessages();
  const [text, setText] = useState("");
  const { pages, actions } = usePaletteActions({ onShortcuts });
  const selection = useSelectionActions();
  const found = usePaletteTasks(text);
  const { scripts, searching: searchingScripts } = usePaletteScripts(text);
  const { tasks } = found;
  const searching = found.searching || searchingScripts;
  const settings = usePaletteSettings(text);
  const views = usePaletteViews();
  const { list, ...choice } = useFirstSelected(text);
  const choose = (action: PaletteAction) => () => {
    onClose();
    action.run();
  };
  const group = (heading: string, actions: PaletteAction[]) => (
    <PaletteGroup heading={heading}>
      {actions.map((action) => <PaletteLine key={action.id} action={action} onSelect={choose(action)} />)}
    </PaletteGroup>
  );
  return (
    <PaletteDialog onClose={onClose} {...choice}>
      <div className="flex items-center gap-2.5 border-b border-line px-4 icon-stroke">
        <Search className="text-faint" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={t("app.paletteHint")}
          className="h-12 w-full bg-transparent text-base outline-none touch:text-lg"
        />
        {searching && <Spinner size="small" label={t("app.searching")} />}
      </div>
      <Command.List ref={list} className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5">
        {!searching && (
          <Command.Empty className="py-8 text-center text-sm text-muted">{t("ui.noMatches")}</Command.Empty>
        )}
        {selection && group(selection.heading, selection.actions)}
        {tasks.length > 0 && group(t("app.groupTasks"), tasks)}
        {scripts.length > 0 && group(t("app.scripts"), scripts)}
        {group(t("app.groupPages"), pages)}
        {settings.length > 0 && group(t("app.settings"), settings)}
        {views.length > 0 && group(t("tasks.views"), views)}
        {group(t("app.groupActions"), actions)}
      </Command.List>
    </PaletteDialog>
  );
}

interface Choice {
  value: string;
  onValueChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerMove: () => void;
}

/**
 * Selects the first entry, also when the server's arrive above the others, until the user selects another one. Without it,
 * the selected entry, which Enter opens, would be pushed out of sight.
 */
function useFirstSelected(text: string) {
  const list = useRef<HTMLDivElement>(null);
  const [value, onValueChange] = useState("");
  const moved = useRef(false);
  useEffect(() => {
    moved.current = false;
  }, [text]);
  useEffect(() => {
    const first = list.current?.querySelector("[cmdk-item]")?.getAttribute("data-value");
    if (first && !moved.current) onValueChange(first);
  });
  const onKeyDown = ({ key, ctrlKey }: KeyboardEvent) => {
    // Ctrl+N, J, P and K move too.
    if (/^(Arrow(Up|Down)|Home|End)$/.test(key) || ctrlKey) moved.current = true;
  };
  const onPointerMove = () => {
    moved.current = true;
  };
  return { list, value, onValueChange, onKeyDown, onPointerMove };
}

function PaletteDialog(
  { onClose, children, ...choice }: Choice & { onClose: () => void; children: ReactNode },
) {
  const { t } = useMessages();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[min(16dvh,160px)] left-1/2 z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-rise overflow-hidden rounded-xl bg-raised shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{t("app.paletteLabel")}</Radix.Title>
          <Command loop label={t("app.paletteLabel")} filter={scoreEntry} {...choice}>{children}</Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Prefixes of the ids of entries that the server has found and ranked. */
const serverEntries = /^(?:task|script) /;

/** Scores an entry of the palette from 0 to 1, by the same rules as the server searches tasks. */
function scoreEntry(id: string, search: string, keywords: readonly string[] = []): number {
  if (serverEntries.test(id)) return 1;
  const [label = "", ...others] = keywords.map((keyword) => keyword.toLowerCase());
  const match = matchWords(
    searchWords(search.toLowerCase()),
    (word) => rankMatch(word, label) ?? (others.some((other) => other.includes(word)) ? 3 : null),
    (word) => matchesWithTypo(word, label) ? 0 : null,
  );
  return match === null ? 0 : 1 / (2 + match.rank);
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

function PaletteLine({ action, onSelect }: { action: PaletteAction; onSelect: () => void }) {
  return (
    <Command.Item
      value={action.id}
      keywords={[action.label, ...action.keywords]}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover touch:h-11 icon-stroke"
    >
      <span className="text-muted">{action.icon}</span>
      <span className="min-w-0 truncate">{action.label}</span>
      {action.hint && (
        // It gives way first: names tell the entries apart.
        <span className="ms-auto max-w-80 min-w-0 flex-1 truncate text-end font-mono text-xs text-faint">
          {action.hint}
        </span>
      )}
    </Command.Item>
  );
}
