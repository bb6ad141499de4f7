import type { ScriptTasks } from "../../../server/contract/references.ts";
import type { StartedByQuery } from "../../../server/contract/triggers.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMay } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";

const NAMED = 5;

/** Says which tasks something starts that is about to be deleted; nothing if there are none. */
export default function StartedTasks({ type, id, name }: StartedByQuery & { name: string }) {
  const { t, format } = useMessages();
  const mayRead = useMay("tasks:read");
  const { data } = useApiQuery<ScriptTasks>(queryKeys.tasksStartedBy(type, id), "/tasks/started-by", {
    query: { type, id },
    enabled: mayRead,
  });
  const tasks = data?.tasks ?? [];
  if (tasks.length === 0) return null;
  const names = tasks.slice(0, NAMED).map(({ name }) => name);
  const more = tasks.length - names.length;
  return (
    <p className="mt-2 text-text">
      {more > 0
        ? t("triggers.noLongerStartsMore", { name, tasks: format.list(names), more: format.number(more) })
        : t("triggers.noLongerStarts", { name, tasks: format.list(names) })}
    </p>
  );
}
