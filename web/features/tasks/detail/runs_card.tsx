import { History } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useWords } from "../../../words/use_words.tsx";
import { readListState } from "../list/list_address.ts";
import { useRuns } from "../show/use_runs.ts";
import { OutcomeStrip } from "./outcome_strip.tsx";
import { RunCards } from "./run_cards.tsx";
import { RunTable } from "./run_table.tsx";

const pageSize = 20;
const none: readonly Run[] = [];

/** The runs of a task: a strip of outcomes, the table, pages. */
export function RunsCard({ task }: { task: Task }) {
  const { t } = useWords();
  const { page } = readListState(useSearch());
  const [, navigate] = useLocation();
  const narrow = useNarrow();
  const list = useRuns(task.id, { page, pageSize });
  const runs = list.data?.items ?? none;
  const Runs = narrow ? RunCards : RunTable;
  return (
    <Card
      title={t("runs.title")}
      flush
      footer={list.data && list.data.total > pageSize && (
        <Pagination
          {...{ page, pageSize }}
          total={list.data.total}
          onPage={(next) => navigate(paths.task(task.id, next > 1 ? next : undefined))}
        />
      )}
    >
      {list.error && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.total === 0
        ? <EmptyState icon={<History size={22} />} title={t("runs.none")} text={t("runs.noneHelp")} />
        : (
          <>
            <OutcomeStrip taskId={task.id} />
            <Runs taskId={task.id} runs={runs} loading={!list.data} />
          </>
        )}
    </Card>
  );
}
