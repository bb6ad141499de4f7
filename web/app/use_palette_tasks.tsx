import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useDeferredValue } from "react";
import { useLocation } from "wouter";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { queryKeys } from "../api/query_keys.ts";
import { useApi } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import type { PaletteAction } from "./use_palette_actions.tsx";

const maxTasks = 8;

/** Finds tasks for what is typed into the palette; nothing typed, nothing asked. */
export function usePaletteTasks(text: string): { tasks: PaletteAction[]; searching: boolean } {
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
    // The server chose them, so the palette's own filter has to let them through.
    keywords: [task.command, text],
    hint: task.command,
    run: () => navigate(paths.task(task.id)),
  }));
  return { tasks, searching: q !== "" && found.isFetching };
}
