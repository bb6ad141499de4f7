import type { ReactNode } from "react";
import type { Task, TaskDetail } from "../../../../server/contract/tasks.ts";
import { Link } from "wouter";
import type { Calendar } from "../../../../server/contract/calendars.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import type { ParameterValues } from "../../../../server/contract/parameters.ts";
import { ruleOf, valuesOfRule } from "../../../../server/contract/task_rules.ts";
import { labelOf } from "../../../shared/parameters/parameter_fields.tsx";
import { valueText } from "../../../shared/parameters/parameter_text.ts";
import { paths } from "../../../paths.ts";
import { outcomeMessages } from "../../../shared/task/link_texts.ts";
import { StatusDot } from "../../../ui/data/status_dot.tsx";
import { useSession } from "../../../api/use_session.ts";
import { Card } from "../../../ui/data/card.tsx";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { type Detail, DetailList } from "../../../ui/data/detail_list.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { LastRun } from "../components/last_run.tsx";
import { AuthorName } from "../../../shared/changes/author_name.tsx";
import { TriggersDetail } from "./triggers_detail.tsx";
import { SubscriptionLink } from "../components/subscription_link.tsx";
import {
  dayOffMessages,
  missedText,
  notifyTexts,
  overlapText,
  retryText,
} from "../../../shared/task/policy_messages.ts";
import { useCanPlace } from "../../../shared/nodes/use_nodes.ts";
import { isPlaced, placementText } from "../../../shared/task/placement.ts";
import { useCronExplanations } from "../../../shared/cron/use_cron_explanations.ts";

/** Renders the properties of a task; rarely used ones only when they are set. */
export function TaskDetails({ task }: { task: TaskDetail }) {
  const messages = useMessages();
  const { t } = messages;
  const details: (Detail | null)[] = [
    [t("tasks.command"), <Code key="command" text={task.command} />, "long"],
    [t("tasks.schedule"), <ScheduleDetail key="schedule" task={task} />, "long"],
    [t("tasks.timeZone"), <ZoneDetail key="zone" task={task} />],
    task.subscriptionId === null ? null : [
      t("tasks.subscription"),
      <SubscriptionLink key="subscription" id={task.subscriptionId} />,
    ],
    [t("tasks.lastRunAt"), <LastRun key="last" run={task.lastRun} />],
    ...useRareDetails(task),
    [t("tasks.updatedAt"), <Updated key="changed" task={task} />],
  ];
  return (
    <Card title={t("tasks.facts")}>
      <DetailList details={details} wide />
    </Card>
  );
}

function useRareDetails(task: Task): (Detail | null)[] {
  const messages = useMessages();
  const { t, format } = messages;
  const canPlace = useCanPlace();
  const notifications = notifyTexts(task.notify, messages);
  const code = (name: string, text: string | null): Detail | null =>
    text === null ? null : [name, <Code key={name} text={text} />, "long"];
  const detail = (name: string, isSet: boolean, value: () => ReactNode): Detail | null =>
    isSet ? [name, value()] : null;
  return [
    task.parameters.length === 0
      ? null
      : [t("parameters.title"), <ParametersDetail key="parameters" parameters={task.parameters} />, "long"],
    detail(t("tasks.overlap"), task.overlap.policy !== "skip", () => overlapText(task.overlap, messages)),
    detail(t("tasks.missed"), !task.missedAutomatic, () => missedText(task, messages)),
    detail(t("flows.after"), task.upstream !== null, () => <UpstreamDetail task={task} />),
    detail(t("triggers.title"), task.triggers.length > 0, () => <TriggersDetail task={task} />),
    detail(
      t("approvals.requires"),
      task.requiresApproval,
      () => t("approvals.lapsesAfter", { time: format.duration(task.approvalLapseMs) }),
    ),
    detail(t("flows.forEach"), task.forEach !== null, () => <ForEachDetail task={task} />),
    detail(t("tasks.calendar"), task.calendarId !== null, () => <CalendarDetail task={task} />),
    detail(t("tasks.validFrom"), task.validFrom !== null, () => <ExactTime at={task.validFrom ?? ""} />),
    detail(t("tasks.validUntil"), task.validUntil !== null, () => <ExactTime at={task.validUntil ?? ""} />),
    detail(t("tasks.timeLimitMs"), task.timeLimitMs !== null, () => format.duration(task.timeLimitMs ?? 0)),
    detail(t("tasks.retry"), task.retry.times > 0, () => retryText(task.retry, messages)),
    detail(
      t("tasks.pool"),
      canPlace || isPlaced(task.placement),
      () => placementText(task.placement, messages),
    ),
    detail(t("tasks.serialGroup"), task.serialGroup !== null, () => task.serialGroup),
    detail(
      t("tasks.randomDelayMs"),
      task.randomDelayMs > 0,
      () => t("task.upToDelay", { delay: format.duration(task.randomDelayMs) }),
    ),
    code(t("tasks.workingDirectory"), task.workingDirectory),
    code(t("tasks.before"), task.before),
    code(t("tasks.after"), task.after),
    code(t("tasks.logFolder"), task.logFolder),
    detail(
      t("tasks.logKeepRuns"),
      task.logKeepRuns !== null,
      () => t("task.logKeepCount", { count: task.logKeepRuns ?? 0 }),
    ),
    detail(
      t("tasks.logKeepDays"),
      task.logKeepDays !== null,
      () => t("statistics.days", { count: task.logKeepDays ?? 0 }),
    ),
    detail(
      t("tasks.variableLabels"),
      task.variableLabels !== null,
      () => format.list(task.variableLabels ?? []),
    ),
    detail(t("task.groupNotify"), notifications.length > 0, () => format.list(notifications)),
  ];
}

function Code({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">{text}</code>
      <span className="-my-1 shrink-0">
        <CopyButton text={text} />
      </span>
    </span>
  );
}

/** Renders when and by whom the task was changed last, as a link to its history. */
function Updated({ task: { updatedAt, lastChange } }: { task: TaskDetail }) {
  return (
    <a href="#history" className="inline-flex flex-wrap gap-x-2 text-accent-text hover:underline">
      <ExactTime at={updatedAt} />
      {lastChange && (
        <span>
          <AuthorName author={lastChange.by} />
        </span>
      )}
    </a>
  );
}

function ScheduleDetail({ task: { id, schedules, timeZone, upstream, triggers } }: { task: Task }) {
  const { t } = useMessages();
  const entries = Array.isArray(schedules) ? schedules : [];
  const explained = useCronExplanations(entries.map(ruleOf), { timeZone, taskId: id });
  if (schedules === "manual") {
    const others = triggers.length > 0 ? "tasks.scheduleTriggers" : "tasks.scheduleManual";
    return t(upstream ? "tasks.scheduleUpstream" : others);
  }
  if (schedules === "startup") return t("tasks.scheduleStartup");
  if (schedules === "boot") return t("tasks.scheduleBoot");
  return (
    <span className="flex flex-col gap-1">
      {entries.map((entry, index) => (
        <span key={index} className="flex flex-wrap items-baseline gap-x-2">
          <code className="min-w-0 rounded-sm bg-sunken px-1.5 py-px font-mono text-xs wrap-anywhere">
            {ruleOf(entry)}
          </code>
          <span className="text-muted">{explained[index]?.data?.description}</span>
          <RuleValueTexts values={valuesOfRule(entry)} />
        </span>
      ))}
    </span>
  );
}

function RuleValueTexts({ values }: { values: ParameterValues }) {
  const messages = useMessages();
  return Object.entries(values).map(([name, value]) => (
    <code key={name} className="font-mono text-xs text-muted wrap-anywhere">
      {name}={value === null ? messages.t("parameters.notSet") : valueText(value, messages)}
    </code>
  ));
}

function ParametersDetail({ parameters }: Pick<Task, "parameters">) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <ul className="m-0 flex list-none flex-col gap-1 p-0">
      {parameters.map((parameter) => (
        <li key={parameter.name} className="flex flex-wrap items-baseline gap-x-2">
          <code className="font-mono text-xs wrap-anywhere">{parameter.name}</code>
          {parameter.label && <span>{labelOf(parameter, messages)}</span>}
          <span className="text-xs text-muted">
            {[
              parameter.required && t("parameters.required"),
              parameter.default !== null &&
              t("parameters.usualIs", { value: valueText(parameter.default, messages) }),
            ].filter(Boolean).join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Renders the calendar of a task and what happens on its days off. */
function CalendarDetail({ task: { calendarId, onDayOff } }: { task: Task }) {
  const { t } = useMessages();
  const { data } = useApiQuery<Calendar>(queryKeys.calendars("one", calendarId), `/calendars/${calendarId}`);
  return (
    <span className="flex flex-wrap gap-x-2">
      <Link
        href={paths.calendars({ id: calendarId ?? 0 })}
        className="hover:text-accent-text hover:underline"
      >
        {data?.name ?? "…"}
      </Link>
      <span className="text-muted">{t(dayOffMessages[onDayOff])}</span>
    </span>
  );
}

function UpstreamDetail({ task: { id, upstream } }: { task: Task }) {
  const { t } = useMessages();
  if (!upstream) return null;
  return (
    <span className="flex flex-col">
      {upstream.tasks.map(({ taskId, outcome }) => (
        <span key={taskId} className="flex flex-wrap gap-x-2">
          <UpstreamName id={taskId} />
          <span className="text-muted">{t(outcomeMessages[outcome])}</span>
        </span>
      ))}
      {upstream.tasks.length > 1 && (
        <span className="text-muted">{t(upstream.rule === "all" ? "flows.afterAll" : "flows.afterAny")}</span>
      )}
      <span className="flex flex-wrap gap-x-3">
        <Link href={paths.flow(id)} className="text-accent-text hover:underline">{t("flows.showFlow")}</Link>
        <Link href={paths.flowRuns({ task: id })} className="text-accent-text hover:underline">
          {t("flows.title")}
        </Link>
      </span>
    </span>
  );
}

function ForEachDetail({ task: { id, forEach } }: { task: Task }) {
  const { t } = useMessages();
  if (!forEach) return null;
  const { parameter, values, output, limit } = forEach;
  return (
    <span className="flex flex-col">
      <span className="wrap-anywhere">
        {values
          ? t("flows.forEachOf", { parameter, count: values.length })
          : t("flows.forEachLinesOf", { parameter, output: output ?? "" })}
      </span>
      <span className="text-muted">{t("flows.forEachAtOnce", { limit })}</span>
      <Link href={paths.flowRuns({ task: id })} className="text-accent-text hover:underline">
        {t("flows.title")}
      </Link>
    </span>
  );
}

function UpstreamName({ id }: { id: number }) {
  const { t } = useMessages();
  const { data } = useApiQuery<Task>(queryKeys.task(id), `/tasks/${id}`);
  if (!data) return <span className="text-muted">{t("flows.deletedTask", { id })}</span>;
  return (
    <>
      <Link href={paths.task(id)} className="hover:text-accent-text hover:underline">{data.name}</Link>
      {!data.enabled && <StatusDot tone="orange">{t("flows.disabledTask")}</StatusDot>}
    </>
  );
}

function ZoneDetail({ task: { timeZone } }: { task: Task }) {
  const { t } = useMessages();
  const zone = useSession().settings.effectiveTimeZone;
  return timeZone ?? t("task.zoneOfPanel", { zone });
}
