import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BulkResult } from "../../../../server/contract/bulk_changes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Select, TimeField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useSettled } from "../../../ui/use_settled.ts";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import { BulkPreview } from "./bulk_preview.tsx";
import { isChanged } from "./bulk_values.ts";
import { useBulkChange } from "./use_bulk_change.ts";

/** As in the list, by name, or by the next due time. */
const orders = ["list", "name", "due"] as const;
type SpreadOrder = (typeof orders)[number];

interface SpreadValues {
  from: string;
  everyMs: number | null;
  order: SpreadOrder;
}

const typingMs = 300;
const MINUTE_MS = 60_000;

const orderLabels: Record<SpreadOrder, MessageKey> = {
  list: "bulk.orderList",
  name: "bulk.orderName",
  due: "bulk.orderDue",
};

/** Moves tasks with one time of day apart: one after the other from a time on, with a preview. */
export default function SpreadDialog({ tasks, onClose }: { tasks: readonly Task[]; onClose: () => void }) {
  const { t } = useMessages();
  const { mutateAsync: spread } = useBulkChange<ReturnType<typeof bodyOf>>("spread");
  const values: SpreadValues = { from: "03:00", everyMs: 2 * MINUTE_MS, order: "list" };
  const form = useServerForm({
    values,
    save: ({ values }) => spread(bodyOf(tasks, values)),
    onSaved: onClose,
    check: ({ from, everyMs }) => ({
      from: from === "" && t("ui.required", { label: t("bulk.from") }),
      everyMs: !everyMs && t("ui.required", { label: t("bulk.every") }),
    }),
  });
  const preview = usePreview(bodyOf(tasks, useSettled(form.methods.watch(), typingMs)));
  const changed = preview.data?.results.filter(isChanged).length ?? 0;
  return (
    <FormDialog
      form={form}
      title={t("bulk.spreadTitle", { count: tasks.length })}
      description={t("bulk.spreadHelp")}
      submitLabel={t("bulk.apply", { count: changed })}
      canSubmit={changed > 0}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <TimeField name="from" label={t("bulk.from")} />
        <DurationField name="everyMs" label={t("bulk.every")} />
        <Select
          name="order"
          label={t("bulk.order")}
          options={orders.map((order) => ({ value: order, label: t(orderLabels[order]) }))}
        />
      </div>
      {preview.data
        ? <BulkPreview results={preview.data.results} tasks={tasks} />
        : preview.error && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
    </FormDialog>
  );
}

/** Returns tasks in an order; those without a due time come last. */
function ordered(tasks: readonly Task[], order: SpreadOrder): Task[] {
  if (order === "list") return [...tasks];
  if (order === "name") {
    const collator = new Intl.Collator(undefined, { numeric: true });
    return tasks.toSorted((a, b) => collator.compare(a.name, b.name));
  }
  const due = ({ nextRunAt }: Task) => nextRunAt === null ? Infinity : Date.parse(nextRunAt);
  return tasks.toSorted((a, b) => due(a) === due(b) ? 0 : due(a) - due(b));
}

function bodyOf(tasks: readonly Task[], { from, everyMs, order }: SpreadValues) {
  return { ids: ordered(tasks, order).map(({ id }) => id), from, everyMs: everyMs ?? 0 };
}

function usePreview(body: ReturnType<typeof bodyOf>) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.spreadPreview(body),
    queryFn: ({ signal }) => api.post<BulkResult>("/tasks/spread", { ...body, dryRun: true }, { signal }),
    enabled: body.from !== "" && body.everyMs > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
