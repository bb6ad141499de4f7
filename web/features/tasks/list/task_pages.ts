import type { List } from "../../../../server/contract/shapes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import type { Api } from "../../../api/request.ts";
import type { ListQuery } from "../../../shared/task/list_address.ts";

/** How many rows an endless list asks for at once. */
export const endlessPageSize = 200;

/** Gives key and request of one page of a list, counted from 1. */
export function taskPageQuery(
  api: Api,
  list: ListQuery,
  { page, pageSize = endlessPageSize }: { page: number; pageSize?: number },
) {
  const query = { ...list, page, pageSize };
  return {
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<List<Task>>("/tasks", { query, signal }),
  };
}
