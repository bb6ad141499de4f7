import { Check } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Overview } from "../../../server/contract/overview.ts";
import type { Task } from "../../../server/contract/tasks.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { asDialog } from "../../shared/page/dialog_history.ts";
import { classNames } from "../../ui/class_names.ts";
import { Card } from "../../ui/data/card.tsx";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { useTaskActions } from "./api.ts";

interface SetupCardProps {
  tasks: readonly Task[];
  health: Overview["health"];
  /** Hides the list; not offered on a panel without tasks. */
  onHide?: (() => void) | undefined;
}

/** Renders the first four steps with a new panel; finished ones are ticked, and share a row where they follow each other. */
export function SetupCard({ tasks, health, onHide }: SetupCardProps) {
  const { t } = useMessages();
  const steps = setupSteps(tasks, health);
  const [first] = tasks;
  const ran = tasks.find((task) => task.recentOutcomes.length > 0);
  const sample = { name: t("overview.sampleName"), command: sampleCommand };
  const current = Object.values(steps).indexOf(false);
  return (
    <Card
      flush
      title={t("overview.setup")}
      help={t("overview.setupHelp")}
      footer={!steps.task && (
        <p className="text-sm text-muted">
          {t("overview.moving")}{" "}
          <Link href={paths.importData()} className="text-accent-text underline">
            {t("tasks.import")}
          </Link>
          {" · "}
          <Link href={paths.backups()} className="text-accent-text underline">
            {t("initialization.restore")}
          </Link>
        </p>
      )}
      actions={onHide && <Button size="small" variant="ghost" onClick={onHide}>{t("overview.hide")}</Button>}
    >
      <ol className="-my-px flex flex-wrap">
        <Step number={1} done={steps.task} title={t("overview.stepTask")} help={t("overview.stepTaskHelp")}>
          <StepLink href={paths.taskForm(sample)} primary={current === 0} opensDialog>
            {t("tasks.createFirst")}
          </StepLink>
        </Step>
        <Step number={2} done={steps.log} title={t("overview.stepLog")} help={t("overview.stepLogHelp")}>
          {ran
            ? (
              <StepLink href={paths.taskLog(ran.id)} primary={false} opensDialog>
                {t("overview.stepLogOpen")}
              </StepLink>
            )
            : <RunAndOpen task={first} primary={current === 1} />}
        </Step>
        <Step
          number={3}
          done={steps.channel}
          title={t("overview.stepChannel")}
          help={t("overview.stepChannelHelp")}
        >
          <StepLink href={paths.notifications({ channel: "new" })} primary={current === 2}>
            {t("overview.stepChannelAdd")}
          </StepLink>
        </Step>
        <Step
          number={4}
          done={steps.backup}
          title={t("overview.stepBackup")}
          help={t("overview.stepBackupHelp")}
        >
          <StepLink href={paths.backups()} primary={current === 3}>{t("overview.stepBackupOpen")}</StepLink>
        </Step>
      </ol>
    </Card>
  );
}

const sampleCommand = 'echo "Hello from Sundial"; date';

export function setupSteps(tasks: readonly Task[], health: Overview["health"]) {
  return {
    task: tasks.length > 0,
    log: tasks.some((task) => task.recentOutcomes.length > 0),
    channel: health.notifications,
    backup: health.lastBackupAt !== null,
  };
}

interface StepProps {
  number: number;
  done: boolean;
  title: string;
  help: string;
  /** The action that finishes the step. */
  children: ReactNode;
}

function Step({ number, done, title, help, children }: StepProps) {
  const { t } = useMessages();
  return (
    <li
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-2 px-4",
        done ? "py-1.5" : "basis-full border-y border-line py-3 not-first:-mt-px",
      )}
    >
      <span
        aria-hidden
        className={classNames(
          "flex shrink-0 items-center justify-center rounded-full text-xs tabular-nums max-sm:self-start",
          done ? "mx-0.5 size-5" : "size-6",
          done ? "bg-success-soft text-success-text" : "bg-neutral-soft text-muted",
        )}
      >
        {done ? <Check size={14} /> : number}
      </span>
      <div className={classNames("min-w-0", !done && "flex-1 basis-52")}>
        <p className={classNames("text-sm font-medium", done && "text-muted")}>
          {title}
          {done && <span className="sr-only">{` (${t("overview.stepDone")})`}</span>}
        </p>
        {!done && <p className="text-sm text-muted">{help}</p>}
      </div>
      {!done && <div className="max-sm:ps-9">{children}</div>}
    </li>
  );
}

function StepLink(
  { href, primary, opensDialog = false, children }: {
    href: string;
    primary: boolean;
    /** Whether it opens a dialog over the task list; closing it leads back here. */
    opensDialog?: boolean;
    children: string;
  },
) {
  return (
    <Link
      href={href}
      state={opensDialog ? { background: "list" } : undefined}
      className={buttonClass({ variant: primary ? "primary" : "secondary" })}
    >
      {children}
    </Link>
  );
}

/** Renders a button that runs a task and opens its log; disabled without a task. */
function RunAndOpen({ task, primary }: { task: Task | undefined; primary: boolean }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const { perform } = useTaskActions(undefined, (id) => navigate(paths.taskLog(id), asDialog));
  return (
    <Button
      variant={primary ? "primary" : "secondary"}
      disabled={!task}
      onClick={() => task && void perform("run", [task])}
    >
      {t("overview.stepLogRun")}
    </Button>
  );
}
