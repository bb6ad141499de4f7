// In a file of its own, because its texts load after the list and only phones need it.
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { SortMenu } from "../../../ui/data/sort_menu.tsx";
import { taskColumns } from "./task_columns.tsx";

export default function TaskSortMenu({ handle: { state, change } }: { handle: ListStateHandle }) {
  return <SortMenu columns={taskColumns} sort={state.sort} onSort={(sort) => change({ sort })} />;
}
