import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import type { Session } from "../../../server/contract/auth.ts";
import { initializationQuery } from "../../api/use_session.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import {
  firstLanguageChoice,
  type LanguageChoice,
  languageTag,
  saveLanguage,
} from "../../messages/language.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { AccountStep } from "./account_step.tsx";
import { setupCode } from "./setup_code.ts";
import {
  BellOff,
  BellRing,
  Check,
  CircleAlert,
  CircleCheck,
  Minus,
  UserRound,
} from "../../ui/icons/icons.ts";
import { useLanguageSwitch } from "../../shared/page/use_language_switch.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import type { ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { ChannelFields, ServiceField } from "../../shared/channel/channel_fields.tsx";
import { TestButton, TestResult } from "../../shared/channel/test_channel.tsx";
import { useChannelForm } from "../../shared/channel/use_channel_form.ts";
import { useChannelTypes } from "../../shared/channel/use_channel_types.ts";
import { Form } from "../../ui/form/form_dialog.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

/** Renders the setup wizard: language, account, notification, done. Available until there is an account. */
export default function InitializationPage() {
  const queries = useQueryClient();
  const [step, setStep] = useState(0);
  const [givenCode] = useState(setupCode.take);
  const [made, setMade] = useState<Made | null>(null);
  const { data: state, error, refetch } = useQuery(initializationQuery(useApi()));
  if (made) {
    const next = (channel: Made["channel"]) => {
      setMade({ ...made, channel });
      setStep(3);
    };
    return (
      <WizardFrame step={step} skipped={step === 3 && made.channel === null ? 2 : null}>
        {step === 2 ? <NotificationStep onNext={next} /> : <DoneStep {...made} />}
      </WizardFrame>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!state) return <Waiting />;
  if (state.initialized) return <Redirect to={paths.login()} replace />;
  const created = (session: Session) => {
    queries.setQueryData(queryKeys.session(), session);
    setupCode.forget();
    setMade({ account: session.account.username, channel: null });
    setStep(2);
  };
  return (
    <WizardFrame step={step}>
      {step === 0 ? <LanguageStep onNext={() => setStep(1)} /> : (
        <AccountStep
          codeRequired={state.codeRequired}
          givenCode={givenCode}
          onBack={() => setStep(0)}
          onCreated={created}
        />
      )}
    </WizardFrame>
  );
}

interface Made {
  account: string;
  channel: FirstChannelMade | null;
}

interface FirstChannelMade {
  name: string;
  /** Whether its test arrived; null without a test. */
  tested: boolean | null;
}

function WizardFrame(
  { step, skipped = null, children }: {
    step: number;
    /** The step that was skipped. */
    skipped?: number | null;
    children: ReactNode;
  },
) {
  const { t } = useMessages();
  return (
    <div className="flex w-full max-w-[440px] flex-col gap-6">
      <header className="flex flex-col items-center gap-3 text-center">
        <Logo size={44} />
        <h1 className="text-xl font-semibold">{t("initialization.welcome")}</h1>
        {step === 0 && <InOtherLanguage text="initialization.welcomeOther" className="-mt-2 text-lg" />}
        <Steps step={step} skipped={skipped} />
      </header>
      <div className="rounded-lg border border-line bg-surface p-6">{children}</div>
    </div>
  );
}

/** Renders a text in the language that is not selected, for readers who cannot read the other. */
function InOtherLanguage({ text, className }: { text: MessageKey; className?: string }) {
  const { t, language } = useMessages();
  return (
    <span lang={languageTag(language === "zh" ? "en" : "zh")} className={classNames("text-muted", className)}>
      {t(text)}
    </span>
  );
}

/** Renders the language step, in both languages; a change reloads the page. */
function LanguageStep({ onNext }: { onNext: () => void }) {
  const { t, language } = useMessages();
  const next = () => {
    if (firstLanguageChoice(language) === "system") saveLanguage("system");
    onNext();
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-col gap-1 text-sm text-muted">
        {t("initialization.languageLead")}
        <InOtherLanguage text="initialization.languageLeadOther" />
      </p>
      <div role="radiogroup" aria-label={t("initialization.stepLanguage")} className="flex flex-col gap-2">
        <LanguageOption value="en" label={t("app.languageEnglish")} />
        <LanguageOption value="zh" label={t("app.languageChinese")} />
        <LanguageOption
          value="system"
          label={`${t("app.languageSystem")} · ${t("initialization.languageSystemOther")}`}
        />
      </div>
      <Button variant="primary" autoFocus onClick={next}>
        {t("initialization.next")} · {t("initialization.nextOther")}
      </Button>
    </div>
  );
}

function LanguageOption({ value, label }: { value: LanguageChoice; label: string }) {
  const { language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn: false });
  const chosen = firstLanguageChoice(language) === value;
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      onClick={() => !chosen && void switchTo(value)}
      className={classNames(
        "flex h-12 items-center justify-between rounded-md border px-4 text-base icon-stroke",
        chosen ? "border-accent bg-selected font-medium" : "border-line-strong hover:bg-hover",
      )}
    >
      {label}
      {chosen && <Check className="text-accent-text" />}
    </button>
  );
}

/** Renders the summary, with a link to the panel. */
function DoneStep({ account, channel }: Made) {
  const { t } = useMessages();
  const { Icon, text } = channelResult(channel);
  const [, navigate] = useLocation();
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck size={40} strokeWidth={1.5} className="text-success-text" />
      <h2 className="mt-1 text-lg font-semibold">{t("initialization.doneTitle")}</h2>
      <p className="text-sm text-balance text-muted">{t("initialization.doneText")}</p>
      <ul className="mt-3 flex w-full flex-col gap-2 rounded-md bg-sunken p-3 text-start text-sm icon-stroke">
        <Detail icon={<UserRound />}>{t("notifications.wizardDoneAccount", { name: account })}</Detail>
        <Detail icon={<Icon />}>
          {t(text, { name: channel?.name ?? "" })}
        </Detail>
      </ul>
      <Button
        variant="primary"
        autoFocus
        className="mt-4 w-full"
        onClick={() => navigate(paths.home(), { replace: true })}
      >
        {t("initialization.start")}
      </Button>
      <p className="mt-2 flex flex-wrap justify-center gap-x-2 text-sm text-muted">
        {t("initialization.moving")}
        <Link href={paths.backups()} replace className="text-accent-text underline">
          {t("initialization.restore")}
        </Link>
        <Link href={paths.importData()} replace className="text-accent-text underline">
          {t("initialization.import")}
        </Link>
      </p>
    </div>
  );
}

function channelResult(channel: Made["channel"]): { Icon: typeof BellOff; text: MessageKey } {
  if (channel === null) return { Icon: BellOff, text: "notifications.wizardDoneSkipped" };
  if (channel.tested) return { Icon: BellRing, text: "notifications.wizardDone" };
  const isUntested = channel.tested === null;
  return {
    Icon: CircleAlert,
    text: isUntested ? "notifications.wizardDoneUntested" : "notifications.wizardDoneFailed",
  };
}

function Detail({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-2">
      <span aria-hidden className="mt-0.5 text-muted">{icon}</span>
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </li>
  );
}

function Steps({ step, skipped }: { step: number; skipped: number | null }) {
  const { t } = useMessages();
  const names = [
    t("initialization.stepLanguage"),
    t("initialization.stepAccount"),
    t("initialization.stepNotification"),
    t("initialization.stepDone"),
  ];
  return (
    <ol
      className="flex items-center gap-2 text-sm"
      aria-label={t("initialization.progress", { step: step + 1, steps: names.length })}
    >
      {names.map((name, index) => {
        const state = index === step
          ? "current"
          : index === skipped
          ? "skipped"
          : index < step
          ? "done"
          : "later";
        return (
          <li
            key={name}
            className="flex items-center gap-2"
            aria-current={index === step ? "step" : undefined}
          >
            {index > 0 && <span aria-hidden className="h-px w-3 bg-line-strong" />}
            <StepMark number={index + 1} state={state} />
            <span
              className={classNames(
                state === "current" ? "font-medium" : "text-muted max-sm:sr-only",
                state === "skipped" && "line-through",
              )}
            >
              {name}
            </span>
            {state === "skipped" && <span className="sr-only">{t("initialization.skipped")}</span>}
          </li>
        );
      })}
    </ol>
  );
}

type StepState = "done" | "skipped" | "current" | "later";

const markStyles: Record<StepState, string> = {
  done: "bg-accent-soft text-accent-text",
  skipped: "border border-dashed border-line-strong text-muted",
  current: "bg-accent-fill text-on-accent",
  later: "bg-neutral-soft text-muted",
};

function StepMark({ number, state }: { number: number; state: StepState }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "flex size-5 items-center justify-center rounded-full text-xs tabular-nums",
        markStyles[state],
      )}
    >
      {state === "done" ? <Check size={12} /> : state === "skipped" ? <Minus size={12} /> : number}
    </span>
  );
}

interface NotificationStepProps {
  /** Continues; null when no channel was set up. */
  onNext: (channel: FirstChannelMade | null) => void;
}

/** Renders the optional step for the first notification channel. */
function NotificationStep({ onNext }: NotificationStepProps) {
  const { t } = useMessages();
  const { data, error, refetch } = useChannelTypes();
  const [first, ...rest] = data ?? [];
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t("notifications.wizardLead")}</p>
      {first ? <FirstChannel types={[first, ...rest]} onNext={onNext} /> : (
        <>
          {error
            ? <ErrorState error={error} onRetry={() => void refetch()} />
            : <Skeleton className="h-40" />}
          <Button onClick={() => onNext(null)}>{t("notifications.wizardSkip")}</Button>
        </>
      )}
    </div>
  );
}

function FirstChannel(
  { types, onNext }: NotificationStepProps & { types: [ChannelTypeEntry, ...ChannelTypeEntry[]] },
) {
  const { t } = useMessages();
  const channelForm = useChannelForm({
    types,
    channel: null,
    taken: [],
    onSaved: ({ name }, tested) => onNext({ name, tested: tested?.ok ?? null }),
    guarded: false,
  });
  const { form } = channelForm;
  return (
    <Form form={form} className="flex flex-col gap-5">
      <ServiceField channelForm={channelForm} autoFocus />
      <ChannelFields channelForm={channelForm} />
      <TestResult channelForm={channelForm} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onNext(null)} disabled={form.isSubmitting}>
          {t("notifications.wizardSkip")}
        </Button>
        <TestButton channelForm={channelForm} />
        <Button type="submit" variant="primary" loading={form.isSubmitting} className="flex-1">
          {t("notifications.wizardSave")}
        </Button>
      </div>
    </Form>
  );
}
