import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import {
  CalendarClock,
  FileCode2,
  FileInput,
  Keyboard,
  Languages,
  ListFilter,
  ListOrdered,
  ListPlus,
  LogOut,
  Play,
  Plus,
  Power,
  PowerOff,
  ScrollText,
  Search,
  Settings2,
  Shapes,
  Square,
  Trash2,
} from "lucide-react";
import { type ReactNode, useContext, useDeferredValue, useState } from "react";
import { Spinner } from "../ui/buttons/spinner.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { List } from "../../server/contract/shapes.ts";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../server/contract/text_search.ts";
import type { View } from "../../server/contract/views.ts";
import { queryKeys } from "../api/query_keys.ts";
import { useApi } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import type { SearchResult } from "../../server/contract/files.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { findSettings } from "../features/settings/find_settings.ts";
import { navigationGroups } from "./navigation.tsx";
import { useLanguageEntries, useThemeEntries } from "./preference_menus.tsx";
import { TaskSelectionContext } from "../shared/task/task_selection.ts";
import { useLogOut } from "../shared/page/use_log_out.ts";
import { useSaveTheme } from "../shared/page/use_save_theme.ts";

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
          placeholder={t("app.paletteHint")}
          className="h-12 w-full bg-transparent text-base outline-none touch:text-lg"
        />
        {searching && <Spinner size="small" label={t("app.searching")} />}
      </div>
      <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-1.5">
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

function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
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
          <Command loop label={t("app.paletteLabel")} filter={scoreEntry}>{children}</Command>
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

/** Returns an entry for each view of the task list, hidden ones included. */
function usePaletteViews(): PaletteAction[] {
  const api = useApi();
  const [, navigate] = useLocation();
  const { data } = useQuery({
    queryKey: queryKeys.views(),
    queryFn: ({ signal }) => api.get<List<View>>("/views", { signal }),
  });
  return (data?.items ?? []).map((view) => ({
    id: `view ${view.id}`,
    label: view.name,
    icon: <ListFilter size={16} />,
    keywords: ["view"],
    run: () => navigate(paths.tasks({ view: view.id })),
  }));
}

const maxSettings = 8;

/** Returns the settings that match the text in the palette. */
function usePaletteSettings(text: string): PaletteAction[] {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return findSettings(useDeferredValue(text), t).slice(0, maxSettings).map(({ href, label, page }) => ({
    id: `setting ${href}`,
    label: page === "" ? label : t("ui.labelAndValue", { label: page, value: label }),
    icon: <Settings2 size={16} />,
    // Help texts match too, so the palette's own filter has to let them through.
    keywords: [text],
    run: () => navigate(href),
  }));
}

/** Returns the actions on the tasks that are selected in the list; null without a selection. */
function useSelectionActions(): { heading: string; actions: PaletteAction[] } | null {
  const { t } = useMessages();
  const published = useContext(TaskSelectionContext);
  const [selection] = useState(() => published?.current ?? null); // as it was when the palette opened
  if (!selection) return null;
  const { tasks, actions: { act, askDelete } } = selection;
  const entry = (id: string, label: string, icon: ReactNode, run: () => void): PaletteAction => ({
    id: `selection ${id}`,
    label,
    icon,
    keywords: [id],
    run,
  });
  return {
    heading: t("tasks.selected", { count: tasks.length }),
    actions: [
      entry("run", t("tasks.run"), <Play size={16} />, () => void act("run", tasks)),
      entry("stop", t("tasks.stop"), <Square size={16} />, () => void act("stop", tasks)),
      entry("enable", t("tasks.enable"), <Power size={16} />, () => void act("enable", tasks)),
      entry("disable", t("tasks.disable"), <PowerOff size={16} />, () => void act("disable", tasks)),
      entry("delete", t("tasks.delete"), <Trash2 size={16} />, () => askDelete(tasks)),
    ],
  };
}

const maxScripts = 8;

/** Searches scripts by name for the text in the palette; an empty text sends no request. */
function usePaletteScripts(text: string): { scripts: PaletteAction[]; searching: boolean } {
  const api = useApi();
  const [, navigate] = useLocation();
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: queryKeys.files("scripts", "search", "names", q),
    queryFn: ({ signal }) =>
      api.get<SearchResult>("/files/scripts/search", { query: { q, in: "names" }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const files = q === "" ? [] : found.data?.hits.filter(({ kind }) => kind === "file") ?? [];
  const scripts = files.slice(0, maxScripts).map(({ path }): PaletteAction => ({
    id: `script ${path}`,
    label: path.slice(path.lastIndexOf("/") + 1),
    icon: <FileCode2 size={16} />,
    keywords: [path],
    hint: path,
    run: () => navigate(paths.scripts(path)),
  }));
  return { scripts, searching: q !== "" && found.isFetching };
}

const maxTasks = 8;

/** Searches tasks for the text in the palette; an empty text sends no request. */
function usePaletteTasks(text: string): { tasks: PaletteAction[]; searching: boolean } {
  const api = useApi();
  const [, navigate] = useLocation();
  const q = useDeferredValue(text.trim());
  const query = { q, pageSize: maxTasks };
  const found = useQuery({
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }) => api.get<List<Task>>("/tasks", { query, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const items = q === "" ? [] : found.data?.items ?? [];
  const tasks = items.map((task): PaletteAction => ({
    id: `task ${task.id}`,
    label: task.name,
    icon: <CalendarClock size={16} />,
    keywords: [task.command],
    hint: task.command,
    run: () => navigate(paths.task(task.id)),
  }));
  return { tasks, searching: q !== "" && found.isFetching };
}

/** An entry of the palette. */
interface PaletteAction {
  id: string;
  label: string;
  icon: ReactNode;
  keywords: string[];
  hint?: string;
  run: () => void;
}

/** Returns the static entries of the palette: pages and actions. */
function usePaletteActions({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const pages = navigationGroups.flat().map(({ href, label, Icon }): PaletteAction => ({
    id: href,
    label: t(label),
    icon: <Icon size={16} />,
    keywords: [href],
    run: () => navigate(href),
  }));
  const newTask: PaletteAction = {
    id: "new-task",
    label: t("app.newTask"),
    icon: <Plus size={16} />,
    keywords: ["create", "add"],
    run: () => navigate(paths.taskForm()),
  };
  const importCrontab: PaletteAction = {
    id: "import-crontab",
    label: t("tasks.importCrontab"),
    icon: <FileInput size={16} />,
    keywords: ["import", "crontab", "cron"],
    run: () => navigate(paths.importCrontab()),
  };
  return {
    pages,
    actions: [
      newTask,
      importCrontab,
      ...useListActions(),
      ...usePreferenceActions(),
      ...useAccountActions(onShortcuts),
    ],
  };
}

function useListActions(): PaletteAction[] {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return [
    {
      id: "log-files",
      label: t("app.logs"),
      icon: <ScrollText size={16} />,
      keywords: ["logs", "files"],
      run: () => navigate(paths.logs()),
    },
    {
      id: "queue",
      label: t("tasks.queue"),
      icon: <ListOrdered size={16} />,
      keywords: ["queue", "running", "waiting"],
      run: () => navigate(paths.queue()),
    },
    {
      id: "task-trash",
      label: t("app.taskTrash"),
      icon: <Trash2 size={16} />,
      keywords: ["trash", "deleted", "restore"],
      run: () => navigate(paths.taskTrash()),
    },
    {
      id: "by-type",
      label: t("tasks.byType"),
      icon: <Shapes size={16} />,
      keywords: ["type", "kind", "python", "shell", "javascript"],
      run: () => navigate(paths.tasks({ type: "all" })),
    },
    {
      id: "new-view",
      label: t("tasks.viewNew"),
      icon: <ListPlus size={16} />,
      keywords: ["view", "filter", "create"],
      run: () => navigate(paths.viewForm()),
    },
    {
      id: "views",
      label: t("tasks.viewsManage"),
      icon: <Settings2 size={16} />,
      keywords: ["view", "order", "hide"],
      run: () => navigate(paths.views()),
    },
  ];
}

function usePreferenceActions(): PaletteAction[] {
  const { t } = useMessages();
  const saveTheme = useSaveTheme();
  const themes = useThemeEntries((theme) => void saveTheme(theme)).map((entry): PaletteAction => ({
    id: `theme ${entry.label}`,
    label: t("app.choice", { name: t("app.theme"), value: entry.label }),
    icon: entry.icon,
    keywords: ["theme"],
    run: entry.onSelect,
  }));
  const languages = useLanguageEntries({ loggedIn: true }).map((entry): PaletteAction => ({
    id: `language ${entry.label}`,
    label: t("app.choice", { name: t("app.language"), value: entry.label }),
    icon: <Languages size={16} />,
    keywords: ["language"],
    run: entry.onSelect,
  }));
  return [...themes, ...languages];
}

function useAccountActions(onShortcuts: () => void): PaletteAction[] {
  const { t } = useMessages();
  const logOut = useLogOut();
  return [
    {
      id: "shortcuts",
      label: t("app.shortcuts"),
      icon: <Keyboard size={16} />,
      keywords: ["keys", "help"],
      run: onShortcuts,
    },
    {
      id: "log-out",
      label: t("app.logOut"),
      icon: <LogOut size={16} />,
      keywords: ["logout", "sign out"],
      run: () => logOut(),
    },
  ];
}
