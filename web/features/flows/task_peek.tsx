import { CalendarClock, History, Workflow } from "../../ui/icons/icons.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { RunPeek } from "../../shared/run/run_peek.tsx";
import { isGone, linkTexts, taskStateStyle } from "./flow_texts.ts";
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
  const { t } = useMessages();
  return (
    <RunPeek
      id={runId}
      instead={{ title: task.name, content: <WithoutRun {...{ task, names }} /> }}
      stepLabels={{ above: t("flows.previousRun"), below: t("flows.nextRun") }}
      sticky
      {...panel}
    />
  );
}

function WithoutRun({ task, names }: { task: Selected["task"]; names: ReadonlyMap<number, string> }) {
  const messages = useMessages();
  const { t } = messages;
  const gone = isGone(task);
  const texts = linkTexts(task.links, names, messages);
  return (
    <EmptyState
      icon={gone ? <History size={22} /> : <Workflow size={22} />}
      title={t(gone ? "runList.gone" : taskStateStyle(task).label)}
      text={[...gone ? [t("runList.goneHelp")] : [], ...texts].map((text) => (
        <span key={text} className="block wrap-anywhere">{text}</span>
      ))}
      action={
        <ButtonLink href={paths.task(task.taskId)} icon={<CalendarClock />}>
          {t("runList.openTask")}
        </ButtonLink>
      }
    />
  );
}
