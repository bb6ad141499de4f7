import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { Variable } from "../../server/contract/variables.ts";
import { usePermissions } from "../api/use_permissions.ts";
import { useSubscriptionBatch } from "../features/subscriptions/api.ts";
import { isRunnable, isStoppable } from "../features/tasks/actions/task_entries.tsx";
import { useTaskBatch } from "../features/tasks/api.ts";
import { useVariableBatch } from "../features/variables/api.ts";
import type { MessageKey } from "../messages/messages.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { paths } from "../paths.ts";
import { isActive } from "../shared/run/run_state.tsx";
import { useStopRun } from "../shared/run/stop_run_button.tsx";
import { StopIcon } from "../ui/buttons/stop_icon.tsx";
import { needsValues } from "../../server/contract/required_values.ts";
import { useAskRun } from "../shared/task/ask_run.ts";
import { Pencil, Play, Power, PowerOff, Terminal } from "../ui/icons/icons.ts";
import type { PaletteAction } from "./palette_entries.tsx";
import { type PaletteSource, sourceOf } from "./palette_found.ts";
import {
  useFoundApplications,
  useFoundRun,
  useFoundScripts,
  useFoundSubscriptions,
  useFoundTasks,
  useFoundVariables,
} from "./palette_search.tsx";
import { readVerb, type Verb } from "./palette_verb.ts";

const styles: Record<Verb, { label: MessageKey; icon: ReactNode }> = {
  run: { label: "tasks.run", icon: <Play /> },
  stop: { label: "tasks.stop", icon: <StopIcon /> },
  enable: { label: "tasks.enable", icon: <Power /> },
  disable: { label: "tasks.disable", icon: <PowerOff /> },
  edit: { label: "ui.edit", icon: <Pencil /> },
};

/** Returns what a text such as `run backup` can do, with the actions and messages of the lists; nothing without a verb. */
export function usePaletteVerbs(text: string): PaletteSource[] {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const search = readVerb(text, {
    run: t("app.verbRun"),
    stop: t("app.verbStop"),
    enable: t("app.verbEnable"),
    disable: t("app.verbDisable"),
    edit: t("app.verbEdit"),
  });
  const { verb = "run", rest = "" } = search ?? {};
  const may = usePermissions();
  const mayWithTask = may(verb === "edit" ? "tasks:write" : "tasks:run");
  const isFor = (...verbs: Verb[]) => verbs.includes(verb) ? rest : "";
  const found = {
    tasks: useFoundTasks(mayWithTask ? rest : ""),
    run: useFoundRun(may("tasks:run") ? isFor("stop") : ""),
    subscriptions: useFoundSubscriptions(may("subscriptions:write") ? rest : ""),
    variables: useFoundVariables(may("variables:write") ? isFor("enable", "disable", "edit") : ""),
    scripts: useFoundScripts(may("scripts:write") ? isFor("edit") : ""),
    applications: useFoundApplications(isFor("edit")),
  };
  const ofTasks = useTaskBatch((id, run) => navigate(paths.taskLog(id, run)));
  const ofSubscriptions = useSubscriptionBatch();
  const ofVariables = useVariableBatch();
  const { stop } = useStopRun();
  const askRun = useAskRun();
  if (!search) return [];
  const entry = (kind: string, id: number | string, name: string, run: () => void): PaletteAction => ({
    id: `${verb} ${kind} ${id}`,
    label: t("ui.labelAndValue", { label: t(styles[verb].label), value: name }),
    icon: styles[verb].icon,
    keywords: [],
    hint: kind,
    found: { by: rest, name },
    run,
  });
  const task = (one: Task) => {
    if (!suits(verb, { ...one, isStoppable: isStoppable(one), isRunnable: isRunnable(one) })) return null;
    return entry(
      t("app.groupTasks"),
      one.id,
      one.name,
      () => verb === "edit" ? navigate(paths.taskForm({ id: one.id })) : void ofTasks.perform(verb, [one]),
    );
  };
  // A task that needs values asks for them anyway.
  const taskWith = (one: Task) => {
    const offers = verb === "run" && isRunnable(one) && one.parameters.length > 0 &&
      !needsValues(one.parameters);
    if (!offers) return null;
    return {
      ...entry(t("app.groupTasks"), one.id, one.name, () => askRun({ tasks: [one] })),
      id: `run with ${one.id}`,
      label: t("overview.runOneWith", { name: one.name }),
      icon: <Terminal />,
    };
  };
  const subscription = (one: Subscription) => {
    const isRunning = one.activeRun !== null;
    if (!suits(verb, { ...one, isStoppable: isRunning, isRunnable: !isRunning })) return null;
    return entry(
      t("app.subscriptions"),
      one.id,
      one.name,
      () =>
        verb === "edit"
          ? navigate(paths.subscriptionForm(one.id))
          : void ofSubscriptions.perform(verb, [one]),
    );
  };
  const variable = (one: Variable) => {
    if (!suits(verb, { ...one, isStoppable: false, isRunnable: false })) return null;
    return entry(t("app.variables"), one.id, one.name, () => {
      if (verb === "edit") navigate(paths.variableForm(one.id));
      if (verb === "enable" || verb === "disable") void ofVariables.perform(verb, [one]);
    });
  };
  const heading = t("app.groupActions");
  return [
    sourceOf(heading, found.tasks, task),
    sourceOf(heading, found.tasks, taskWith),
    sourceOf(
      heading,
      found.run,
      (run) =>
        isActive(run.state)
          ? entry(t("runs.title"), run.id, `#${run.id} ${run.taskName}`, () => stop(run))
          : null,
    ),
    sourceOf(heading, found.subscriptions, subscription),
    sourceOf(heading, found.variables, variable),
    sourceOf(
      heading,
      found.scripts,
      (path) => entry(t("app.scripts"), path, path, () => navigate(paths.scripts(path))),
    ),
    sourceOf(
      heading,
      found.applications,
      ({ id, name }) => entry(t("applications.tab"), id, name, () => navigate(paths.applicationForm(id))),
    ),
  ];
}

interface Subject {
  enabled: boolean;
  isStoppable: boolean;
  isRunnable: boolean;
}

/** Returns whether a verb would change something. */
function suits(verb: Verb, { enabled, isStoppable, isRunnable }: Subject): boolean {
  const isPossible = { run: isRunnable, stop: isStoppable, enable: !enabled, disable: enabled, edit: true };
  return isPossible[verb];
}
