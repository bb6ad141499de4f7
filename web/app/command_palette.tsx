import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { Search } from "../ui/icons/icons.ts";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Spinner } from "../ui/buttons/spinner.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { type PaletteAction, usePaletteActions } from "./palette_entries.tsx";
import type { TypedAhead } from "./typed_ahead.ts";
import { rankGroups } from "./palette_rank.ts";
import {
  usePaletteSettings,
  usePaletteSources,
  usePaletteViews,
  useSelectionActions,
} from "./palette_search.tsx";
import { usePaletteVerbs } from "./palette_verbs.tsx";
import { useSettled } from "../ui/use_settled.ts";

/** Renders everything that can be searched in one box; a separate chunk, loaded when it is first opened. */
export default function CommandPalette(
  { typedAhead, onClose, onShortcuts }: {
    typedAhead: TypedAhead;
    onClose: () => void;
    onShortcuts: () => void;
  },
) {
  const { t, format } = useMessages();
  const [text, setText] = useState("");
  // Now the box has the focus.
  useLayoutEffect(() => setText((text) => text || typedAhead.stop()), [typedAhead]);
  const { list, ...choice } = useFirstSelected(text);
  const { groups, searching, failed } = usePaletteGroups(text, onShortcuts);
  const choose = (action: PaletteAction) => () => {
    onClose();
    action.run();
  };
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
        {groups.length === 0 && !searching && (
          <p role="status" className="py-8 text-center text-sm text-muted">{t("ui.noMatches")}</p>
        )}
        {groups.map(({ heading, actions }) => (
          <PaletteSection key={heading} heading={heading}>
            {actions.map((action) => (
              <PaletteLine
                key={action.id}
                action={action}
                onSelect={choose(action)}
              />
            ))}
          </PaletteSection>
        ))}
        {failed.length > 0 && (
          <p role="status" className="px-2.5 py-2 text-xs text-warning-text">
            {t("app.searchFailed", { sources: format.list(failed) })}
          </p>
        )}
      </Command.List>
    </PaletteDialog>
  );
}

/** Time without a keystroke (ms) before the server is asked. */
const typingMs = 150;

/** Returns what matches a text, best matches first: what is loaded at once, and what the server finds as it arrives. */
function usePaletteGroups(text: string, onShortcuts: () => void) {
  const { t } = useMessages();
  const wanted = useSettled(text.trim(), typingMs);
  const { pages, actions } = usePaletteActions({ onShortcuts });
  const selection = useSelectionActions();
  const settings = usePaletteSettings(text);
  const views = usePaletteViews();
  const isSettled = wanted === text.trim();
  const sources = [...usePaletteVerbs(wanted), ...usePaletteSources(wanted)]
    .map((source) => isSettled ? source : { ...source, actions: source.actions.map(withoutFound) });
  const groups = [
    ...(selection ? [selection] : []),
    ...sources,
    { heading: t("app.groupPages"), actions: pages },
    { heading: t("app.settings"), actions: settings },
    { heading: t("tasks.views"), actions: views },
    { heading: t("app.groupActions"), actions },
  ];
  // Sources can share a heading.
  const byHeading = [...Map.groupBy(groups, ({ heading }) => heading)].map(([heading, parts]) => ({
    heading,
    actions: uniqueActions(parts.flatMap((part) => part.actions)),
  }));
  const failed = sources.filter(({ hasFailed }) => hasFailed).map(({ heading }) => heading);
  return {
    groups: rankGroups(byHeading, text),
    searching: !isSettled || sources.some(({ isSearching }) => isSearching),
    failed: [...new Set(failed)],
  };
}

/** Returns an entry that stays only if its own texts match: Enter must not run what matches an earlier text. */
function withoutFound({ found: _, ...action }: PaletteAction): PaletteAction {
  return action;
}

function uniqueActions(actions: readonly PaletteAction[]): PaletteAction[] {
  return [...new Map(actions.map((action) => [action.id, action])).values()];
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
          <Command loop label={t("app.paletteLabel")} shouldFilter={false} {...choice}>{children}</Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaletteSection({ heading, children }: { heading: string; children: ReactNode }) {
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
