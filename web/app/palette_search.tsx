import {
  CalendarClock,
  FileCode2,
  ListFilter,
  Play,
  Power,
  PowerOff,
  Settings2,
  Trash2,
} from "../ui/icons/icons.ts";
import { type ReactNode, useContext, useDeferredValue, useState } from "react";
import { useMessages } from "../messages/use_messages.tsx";
import { keepPreviousData } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { List } from "../../server/contract/shapes.ts";
import type { View } from "../../server/contract/views.ts";
import { queryKeys } from "../api/query_keys.ts";
import { useApiQuery } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import type { SearchResult } from "../../server/contract/files.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { findSettings } from "../features/settings/find_settings.ts";
import { TaskSelectionContext } from "../shared/task/task_selection.ts";
import type { PaletteAction } from "./palette_entries.tsx";
import { StopIcon } from "../ui/buttons/stop_icon.tsx";

/** Returns an entry for each view of the task list, hidden ones included. */
export function usePaletteViews(): PaletteAction[] {
  const [, navigate] = useLocation();
  const { data } = useApiQuery<List<View>>(queryKeys.views(), "/views");
  return (data?.items ?? []).map((view) => ({
    id: `view ${view.id}`,
    label: view.name,
    icon: <ListFilter />,
    keywords: ["view"],
    run: () => navigate(paths.tasks({ view: view.id })),
  }));
}

const maxSettings = 8;

export function usePaletteSettings(text: string): PaletteAction[] {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return findSettings(useDeferredValue(text), t).slice(0, maxSettings).map(({ href, label, page }) => ({
    id: `setting ${href}`,
    label: page === "" ? label : t("ui.labelAndValue", { label: page, value: label }),
    icon: <Settings2 />,
    // Help texts match too, so the palette's own filter has to let them through.
    keywords: [text],
    run: () => navigate(href),
  }));
}

/** Returns the actions on the tasks that are selected in the list; null without a selection. */
export function useSelectionActions(): { heading: string; actions: PaletteAction[] } | null {
  const { t } = useMessages();
  const published = useContext(TaskSelectionContext);
  const [selection] = useState(() => published?.current ?? null); // as it was when the palette opened
  if (!selection) return null;
  const { tasks, actions: { perform, askDelete } } = selection;
  const entry = (id: string, label: string, icon: ReactNode, run: () => void, words = ""): PaletteAction => ({
    id: `selection ${id}`,
    label,
    icon,
    keywords: [id, words],
    run,
  });
  return {
    heading: t("tasks.selected", { count: tasks.length }),
    actions: [
      entry("run", t("tasks.run"), <Play />, () => void perform("run", tasks)),
      entry("stop", t("tasks.stop"), <StopIcon />, () => void perform("stop", tasks)),
      entry("enable", t("tasks.enable"), <Power />, () => void perform("enable", tasks)),
      entry(
        "disable",
        t("tasks.disable"),
        <PowerOff />,
        () => void perform("disable", tasks),
        t("app.taskWords"),
      ),
      entry("delete", t("tasks.delete"), <Trash2 />, () => askDelete(tasks)),
    ],
  };
}

const maxScripts = 8;

/** Searches scripts by name for the text in the palette; an empty text sends no request. */
export function usePaletteScripts(text: string): { scripts: PaletteAction[]; searching: boolean } {
  const [, navigate] = useLocation();
  const q = useDeferredValue(text.trim());
  const found = useApiQuery<SearchResult>(
    queryKeys.files("scripts", "search", "names", q),
    "/files/scripts/search",
    { query: { q, in: "names" }, enabled: q !== "", placeholderData: keepPreviousData },
  );
  const files = q === "" ? [] : found.data?.hits.filter(({ kind }) => kind === "file") ?? [];
  const scripts = files.slice(0, maxScripts).map(({ path }): PaletteAction => ({
    id: `script ${path}`,
    label: path.slice(path.lastIndexOf("/") + 1),
    icon: <FileCode2 />,
    keywords: [path],
    hint: path,
    run: () => navigate(paths.scripts(path)),
  }));
  return { scripts, searching: q !== "" && found.isFetching };
}

const maxTasks = 8;

/** Searches tasks for the text in the palette; an empty text sends no request. */
export function usePaletteTasks(text: string): { tasks: PaletteAction[]; searching: boolean } {
  const [, navigate] = useLocation();
  const q = useDeferredValue(text.trim());
  const query = { q, pageSize: maxTasks };
  const found = useApiQuery<List<Task>>(queryKeys.taskList(query), "/tasks", {
    query,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const items = q === "" ? [] : found.data?.items ?? [];
  const tasks = items.map((task): PaletteAction => ({
    id: `task ${task.id}`,
    label: task.name,
    icon: <CalendarClock />,
    keywords: [task.command],
    hint: task.command,
    run: () => navigate(paths.task(task.id)),
  }));
  return { tasks, searching: q !== "" && found.isFetching };
}
