import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import type { MessageKey } from "../../../messages/messages.ts";

type Change = TaskStatistics["changes"][number];

export const changeNames: Record<Change["what"], MessageKey> = {
  command: "statistics.changeCommand",
  schedule: "statistics.changeSchedule",
  script: "statistics.changeScript",
};

/** How many changes of an interval are named. */
const maxNamed = 3;

/**
 * Returns what changed in an interval of the trend and when, one line for each change and one for the number of more.
 * Intervals without runs have no point: the next point names their changes, and the last also those after it.
 */
export function changeTexts(
  { trend: { points, intervalMs }, changes }: Pick<TaskStatistics, "trend" | "changes">,
  index: number,
  { t, format }: Pick<Messages, "t" | "format">,
): string[] {
  const endOf = (index: number) => Date.parse(points[index]?.at ?? "") + intervalMs;
  const from = index === 0 ? Date.parse(points[0]?.at ?? "") : endOf(index - 1);
  const end = index === points.length - 1 ? Infinity : endOf(index);
  const within = changes.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < end);
  const named = within.slice(0, maxNamed).map(({ at, what }) =>
    `${t(changeNames[what])} · ${format.dateTime(at)}`
  );
  const more = within.length - named.length;
  return more > 0 ? [...named, t("statistics.changesMore", { count: more })] : named;
}
