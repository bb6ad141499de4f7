import { CalendarClock, Workflow } from "../../ui/icons/icons.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { PeekPanel } from "../../ui/overlays/peek_panel.tsx";
import { RunPeek } from "../../shared/run/run_peek.tsx";
import { linkTexts, taskStateStyle } from "./flow_texts.ts";
import type { Selected, Selection } from "./selected_task.ts";

interface TaskPeekProps extends Pick<Selection, "neighbors"> {
  selected: Selected;
  /** Names of the tasks of the flow run, by id. */
  names: ReadonlyMap<number, string>;
  onClose: () => void;
  onStep: (by: 1 | -1) => void;
}

/** Renders the log of a task's run beside the graph, or why it has none. */
export default function TaskPeek({ selected: { task, runId }, names, ...panel }: TaskPeekProps) {
  const messages = useMessages();
  const { t } = messages;
  if (runId !== null) return <RunPeek id={runId} sticky {...panel} />;
  return (
    <PeekPanel label={task.name} name="runs.peek" title={task.name} sticky {...panel}>
      <EmptyState
        icon={<Workflow size={22} />}
        title={t(taskStateStyle(task).label)}
        text={linkTexts(task.links, names, messages).map((text) => (
          <span key={text} className="block wrap-anywhere">{text}</span>
        ))}
        action={
          <ButtonLink href={paths.task(task.taskId)} icon={<CalendarClock />}>
            {t("runList.openTask")}
          </ButtonLink>
        }
      />
    </PeekPanel>
  );
}
