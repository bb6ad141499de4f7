import {
  FileInput,
  Keyboard,
  Languages,
  ListOrdered,
  ListPlus,
  LogOut,
  Plus,
  ScrollText,
  Settings2,
  Shapes,
  Trash2,
} from "../ui/icons/icons.ts";
import { type ReactNode } from "react";
import { usePermissions } from "../api/use_permissions.ts";
import type { Translate } from "../messages/create_messages.ts";
import type { MessageKey } from "../messages/messages.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { useLocation } from "wouter";
import { paths } from "../paths.ts";
import { useNavigationGroups } from "./navigation.tsx";
import { useLanguageEntries, useThemeEntries } from "./preference_menus.tsx";
import { useLogOut } from "../shared/page/use_log_out.ts";
import { useSaveTheme } from "../shared/page/use_save_theme.ts";

export interface PaletteAction {
  id: string;
  label: string;
  icon: ReactNode;
  keywords: string[];
  hint?: string;
  /** Set for what its source has found, which matches even if its texts here do not. */
  found?: {
    /** What it was found by, if not by the whole text. */
    by?: string;
    /** The name to compare, if not the label. */
    name?: string;
  };
  run: () => void;
}

/** Other words for the pages. */
const pageWords: Record<string, MessageKey> = {
  [paths.tasks()]: "app.taskWords",
  [paths.runs()]: "app.runWords",
  [paths.calendar()]: "app.calendarWords",
  [paths.scripts()]: "app.scriptWords",
  [paths.subscriptions()]: "app.subscriptionWords",
  [paths.heartbeats()]: "app.heartbeatWords",
  [paths.variables()]: "app.variableWords",
  [paths.config()]: "app.configWords",
  [paths.dependencies()]: "app.dependencyWords",
};

/** Returns the static entries of the palette: pages and actions. */
export function usePaletteActions({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const may = usePermissions();
  const pages = useNavigationGroups().flat().map(({ href, label, Icon }): PaletteAction => ({
    id: href,
    label: t(label),
    icon: <Icon />,
    keywords: [href, ...(pageWords[href] ? [t(pageWords[href])] : [])],
    run: () => navigate(href),
  }));
  const newTask: PaletteAction = {
    id: "new-task",
    label: t("app.newTask"),
    icon: <Plus />,
    keywords: ["create", "add", "cron", t("app.taskWords")],
    run: () => navigate(paths.taskForm()),
  };
  const importCrontab: PaletteAction = {
    id: "import-crontab",
    label: t("tasks.importCrontab"),
    icon: <FileInput />,
    keywords: ["import", "crontab", "cron"],
    run: () => navigate(paths.importCrontab()),
  };
  return {
    pages,
    actions: [
      ...may("tasks:write") ? [newTask, importCrontab] : [],
      ...useListActions(),
      ...usePreferenceActions(),
      ...useAccountActions(onShortcuts),
    ],
  };
}

function useListActions(): PaletteAction[] {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const may = usePermissions();
  return [
    {
      id: "log-files",
      label: t("app.logs"),
      icon: <ScrollText />,
      keywords: ["logs", "files"],
      run: () => navigate(paths.logs()),
    },
    {
      id: "queue",
      label: t("tasks.queue"),
      icon: <ListOrdered />,
      keywords: ["queue", "running", "waiting"],
      run: () => navigate(paths.queue()),
    },
    {
      id: "task-trash",
      label: t("app.taskTrash"),
      icon: <Trash2 />,
      keywords: ["trash", "deleted", "restore"],
      run: () => navigate(paths.taskTrash()),
    },
    {
      id: "by-type",
      label: t("tasks.byType"),
      icon: <Shapes />,
      keywords: ["type", "kind", "python", "shell", "javascript"],
      run: () => navigate(paths.tasks({ type: "all" })),
    },
    ...may("views:write") ? viewActions(t, navigate) : [],
  ];
}

function viewActions(t: Translate, navigate: (to: string) => void): PaletteAction[] {
  return [
    {
      id: "new-view",
      label: t("tasks.viewNew"),
      icon: <ListPlus />,
      keywords: ["view", "filter", "create"],
      run: () => navigate(paths.viewForm()),
    },
    {
      id: "views",
      label: t("tasks.viewsManage"),
      icon: <Settings2 />,
      keywords: ["view", "order", "hide"],
      run: () => navigate(paths.views()),
    },
  ];
}

function usePreferenceActions(): PaletteAction[] {
  const { t } = useMessages();
  const saveTheme = useSaveTheme();
  const themes = useThemeEntries(saveTheme).map((entry): PaletteAction => ({
    id: `theme ${entry.label}`,
    label: t("app.choice", { name: t("app.theme"), value: entry.label }),
    icon: entry.icon,
    keywords: ["theme"],
    run: entry.onSelect,
  }));
  const languages = useLanguageEntries({ loggedIn: true }).map((entry): PaletteAction => ({
    id: `language ${entry.label}`,
    label: t("app.choice", { name: t("app.language"), value: entry.label }),
    icon: <Languages />,
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
      icon: <Keyboard />,
      keywords: ["keys", "help"],
      run: onShortcuts,
    },
    {
      id: "log-out",
      label: t("app.logOut"),
      icon: <LogOut />,
      keywords: ["logout", "sign out"],
      run: () => logOut(),
    },
  ];
}
