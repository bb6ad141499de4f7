import type { BulkResult } from "../../../../server/contract/bulk_changes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ChangeList } from "../../../shared/changes/change_list.tsx";
import { isChanged } from "./bulk_values.ts";

/** More tasks than anyone compares; the count above has all of them. */
const MAX_LISTED = 200;

/** Renders what a change of several tasks would set, task by task in their order. */
export function BulkPreview(
  { results, tasks }: { results: BulkResult["results"]; tasks: readonly Pick<Task, "id" | "name">[] },
) {
  const { t, format } = useMessages();
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  const listed = results.slice(0, MAX_LISTED);
  const rest = results.length - listed.length;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted">
        {t("bulk.summary", {
          changed: results.filter(isChanged).length,
          total: results.length,
          failed: results.filter(({ ok }) => !ok).length,
        })}
      </p>
      <ul className="divide-y divide-line">
        {listed.map((result) => (
          <li key={result.id} className="flex flex-col gap-1 py-2.5 text-sm">
            <p className="font-medium break-words">{names.get(result.id) ?? `#${result.id}`}</p>
            <Difference result={result} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-sm text-muted">{t("bulk.more", { count: format.number(rest) })}</p>}
    </div>
  );
}

function Difference({ result }: { result: BulkResult["results"][number] }) {
  const { t } = useMessages();
  const { error, before, after } = result;
  if (error) return <p className="text-danger-text">{error.detail || error.title}</p>;
  if (!before || !after || !isChanged(result)) return <p className="text-muted">{t("bulk.same")}</p>;
  const changes = Object.entries(after).map(([field, to]) => ({
    kind: "task" as const,
    field,
    from: before[field as keyof typeof before], // has the same fields
    to,
  }));
  return <ChangeList changes={changes} />;
}
