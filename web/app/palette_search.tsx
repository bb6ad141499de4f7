import {
  AppWindow,
  Braces,
  CalendarClock,
  FileCode2,
  GitBranch,
  History,
  ListFilter,
  Package,
  Play,
  Power,
  PowerOff,
  Settings2,
  Terminal,
  Trash2,
} from "../ui/icons/icons.ts";
import { type ReactNode, useContext, useDeferredValue, useState } from "react";
import { useMay, usePermissions } from "../api/use_permissions.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { useLocation } from "wouter";
import type { List } from "../../server/contract/shapes.ts";
import type { View } from "../../server/contract/views.ts";
import { queryKeys } from "../api/query_keys.ts";
import { useApiQuery } from "../api/use_api.tsx";
import { paths, withQuery } from "../paths.ts";
import type { SearchResult } from "../../server/contract/files.ts";
import type { Application } from "../../server/contract/applications.ts";
import type { Dependency } from "../../server/contract/dependencies.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { Variable } from "../../server/contract/variables.ts";
import { findSettings } from "../features/settings/find_settings.ts";
import { TaskSelectionContext } from "../shared/task/task_selection.ts";
import { runStateStyles } from "../shared/run/run_state.tsx";
import type { PaletteAction } from "./palette_entries.tsx";
import { type Found, type PaletteSource, sourceOf, useFound } from "./palette_found.ts";
import { StopIcon } from "../ui/buttons/stop_icon.tsx";

/** Returns an entry for each view of the task list, hidden ones included. */
export function usePaletteViews(): PaletteAction[] {
  const [, navigate] = useLocation();
  const { data } = useApiQuery<List<View>>(queryKeys.views(), "/views", { enabled: useMay("views:read") });
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
  return findSettings(useDeferredValue(text), t, usePermissions()).slice(0, maxSettings).map((
    { href, label, page },
  ) => ({
    id: `setting ${href}`,
    label: page === "" ? label : t("ui.labelAndValue", { label: page, value: label }),
    icon: <Settings2 />,
    keywords: [],
    found: {}, // help texts match, too
    run: () => navigate(href),
  }));
}

/** Returns the actions on the tasks that are selected in the list; null without a selection. */
export function useSelectionActions(): { heading: string; actions: PaletteAction[] } | null {
  const { t } = useMessages();
  const published = useContext(TaskSelectionContext);
  const may = usePermissions();
  const [selection] = useState(() => published?.current ?? null); // as it was when the palette opened
  if (!selection || !may("tasks:run")) return null;
  const { tasks, actions: { perform, askDelete, askRun } } = selection;
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
      ...tasks.some(({ parameters = [] }) => parameters.length > 0)
        ? [entry("run with", t("tasks.runWith"), <Terminal />, () => askRun(tasks))]
        : [],
      entry("stop", t("tasks.stop"), <StopIcon />, () => void perform("stop", tasks)),
      entry("enable", t("tasks.enable"), <Power />, () => void perform("enable", tasks)),
      entry(
        "disable",
        t("tasks.disable"),
        <PowerOff />,
        () => void perform("disable", tasks),
        t("app.taskWords"),
      ),
      ...may("tasks:write") ? [entry("delete", t("tasks.delete"), <Trash2 />, () => askDelete(tasks))] : [],
    ],
  };
}

const maxFound = 8;
const maxRuns = 5;

export function useFoundTasks(q: string): Found<Task> {
  const query = { q, pageSize: maxFound };
  return useFound(
    q,
    { needs: "tasks:read", key: queryKeys.taskList(query), path: "/tasks", query },
    itemsOf<Task>,
  );
}

/** Finds a run by its number, with or without `#`. */
export function useFoundRun(q: string): Found<Run> {
  const [, id = ""] = /^#?([1-9]\d{0,14})$/.exec(q) ?? [];
  return useFound(
    id,
    { needs: "tasks:read", key: queryKeys.run(Number(id)), path: `/runs/${id}` },
    (run: Run) => [run],
  );
}

function useFoundRuns(q: string): Found<Run> {
  const query = { q, pageSize: maxRuns };
  return useFound(
    q,
    { needs: "tasks:read", key: queryKeys.runList(query), path: "/runs", query },
    itemsOf<Run>,
  );
}

/** Finds scripts by their path. */
export function useFoundScripts(q: string): Found<string> {
  const source = {
    needs: "scripts:read" as const,
    key: queryKeys.files("scripts", "search", "names", q),
    path: "/files/scripts/search",
    query: { q, in: "names" },
  };
  return useFound(
    q,
    source,
    ({ hits }: SearchResult) =>
      hits.flatMap(({ kind, path }) => kind === "file" ? path : []).slice(0, maxFound),
  );
}

export function useFoundVariables(q: string): Found<Variable> {
  const query = { q, pageSize: maxFound };
  return useFound(
    q,
    { needs: "variables:read", key: queryKeys.variables("found", query), path: "/variables", query },
    itemsOf<Variable>,
  );
}

export function useFoundSubscriptions(q: string): Found<Subscription> {
  const query = { q, pageSize: maxFound };
  const key = queryKeys.subscriptions("found", query);
  return useFound(
    q,
    { needs: "subscriptions:read", key, path: "/subscriptions", query },
    itemsOf<Subscription>,
  );
}

function useFoundDependencies(q: string): Found<Dependency> {
  const query = { q, pageSize: maxFound };
  const key = queryKeys.dependencies("found", query);
  return useFound(q, { needs: "dependencies:read", key, path: "/dependencies", query }, itemsOf<Dependency>);
}

export function useFoundApplications(q: string): Found<Application> {
  const query = { q, pageSize: maxFound };
  const key = queryKeys.applications("found", query);
  return useFound(q, { needs: "administrator", key, path: "/applications", query }, itemsOf<Application>);
}

function itemsOf<T>({ items }: List<T>): readonly T[] {
  return items;
}

/** Searches everything on the server for a text, each source by itself; an empty text sends no request. */
export function usePaletteSources(q: string): PaletteSource[] {
  const { t, format } = useMessages();
  const may = usePermissions();
  const [, navigate] = useLocation();
  const entry = (
    id: string,
    label: string,
    icon: ReactNode,
    { hint = "", keywords = [], href }: { hint?: string; keywords?: string[]; href: string },
  ): PaletteAction => ({ id, label, icon, hint, keywords, run: () => navigate(href) });
  const runEntry = (run: Run) => {
    const age = format.relative(run.startedAt ?? run.queuedAt, Date.now());
    return entry(`run ${run.id}`, `#${run.id} ${run.taskName}`, <History />, {
      hint: `${t(runStateStyles[run.state].label)} · ${age}`,
      keywords: [run.taskName],
      href: paths.runs({ run: run.id }),
    });
  };
  return [
    sourceOf(
      t("app.groupTasks"),
      useFoundTasks(q),
      ({ id, name, command }) =>
        entry(`task ${id}`, name, <CalendarClock />, {
          hint: command,
          keywords: [command],
          href: paths.task(id),
        }),
    ),
    sourceOf(t("runs.title"), useFoundRun(q), runEntry),
    sourceOf(
      t("runs.title"),
      useFoundRuns(q),
      (run) => ({ ...runEntry(run), found: { name: run.taskName } }),
    ),
    sourceOf(
      t("app.scripts"),
      useFoundScripts(q),
      (path) =>
        entry(`script ${path}`, path.slice(path.lastIndexOf("/") + 1), <FileCode2 />, {
          hint: path,
          keywords: [path],
          href: paths.scripts(path),
        }),
    ),
    sourceOf(
      t("app.variables"),
      useFoundVariables(q),
      ({ id, name, remarks }) =>
        entry(`variable ${id}`, name, <Braces />, {
          hint: remarks,
          keywords: [remarks],
          href: may("variables:write") ? paths.variableForm(id) : paths.variables({ q: name }),
        }),
    ),
    sourceOf(
      t("app.subscriptions"),
      useFoundSubscriptions(q),
      ({ id, name, url }) =>
        entry(`subscription ${id}`, name, <GitBranch />, {
          hint: url,
          keywords: [url],
          href: paths.subscriptions({ q: name }),
        }),
    ),
    sourceOf(
      t("app.dependencies"),
      useFoundDependencies(q),
      ({ id, name, type, remarks }) =>
        entry(`dependency ${id}`, name, <Package />, {
          hint: remarks,
          keywords: [remarks],
          href: withQuery(paths.dependencies(type), { q: name }),
        }),
    ),
    sourceOf(
      t("applications.tab"),
      useFoundApplications(q),
      ({ id, name }) => entry(`application ${id}`, name, <AppWindow />, { href: paths.applicationForm(id) }),
    ),
  ];
}
