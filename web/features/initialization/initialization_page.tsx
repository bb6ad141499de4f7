import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Redirect, useLocation } from "wouter";
import type { Session } from "../../../server/contract/auth.ts";
import { initializationQuery } from "../../api/use_session.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { AccountStep } from "./account_step.tsx";
import { forgetSetupCode, takeSetupCode } from "./setup_code.ts";
import { BellOff, BellRing, Check, CircleCheck, UserRound } from "lucide-react";
import type { Language } from "../../../server/contract/settings.ts";
import { useLanguageSwitch } from "../../shared/page/use_language_switch.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
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
  const [givenCode] = useState(takeSetupCode);
  const [made, setMade] = useState<{ account: string; channel: string | null } | null>(null);
  const { data: state, error, refetch } = useQuery(initializationQuery(useApi()));
  if (made) {
    const next = (channel: string | null) => {
      setMade({ ...made, channel });
      setStep(3);
    };
    return (
      <WizardFrame step={step}>
        {step === 2
          ? <NotificationStep onNext={(channel) => next(channel?.name ?? null)} />
          : <DoneStep {...made} />}
      </WizardFrame>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!state) return <Waiting />;
  if (state.initialized) return <Redirect to={paths.login()} replace />;
  const created = (session: Session) => {
    queries.setQueryData(queryKeys.session(), session);
    forgetSetupCode();
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

function WizardFrame({ step, children }: { step: number; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <div className="flex w-full max-w-[440px] flex-col gap-6">
      <header className="flex flex-col items-center gap-3 text-center">
        <Logo size={44} />
        <h1 className="text-xl font-semibold">{t("initialization.welcome")}</h1>
        <Steps step={step} />
      </header>
      <div className="rounded-lg border border-line bg-surface p-6">{children}</div>
    </div>
  );
}

/** Renders the language step; a change reloads the page. */
function LanguageStep({ onNext }: { onNext: () => void }) {
  const { t } = useMessages();
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t("initialization.languageLead")}</p>
      <div role="radiogroup" aria-label={t("initialization.stepLanguage")} className="flex flex-col gap-2">
        <LanguageChoice value="en" label={t("app.languageEnglish")} />
        <LanguageChoice value="zh" label={t("app.languageChinese")} />
      </div>
      <Button variant="primary" autoFocus onClick={onNext}>{t("initialization.next")}</Button>
    </div>
  );
}

function LanguageChoice({ value, label }: { value: Language; label: string }) {
  const { language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn: false });
  const chosen = language === value;
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
      {chosen && <Check size={16} aria-hidden className="text-accent-text" />}
    </button>
  );
}

/** Renders the summary, with a link to the panel. */
function DoneStep({ account, channel }: { account: string; channel: string | null }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck size={40} strokeWidth={1.5} aria-hidden className="text-success-text" />
      <h2 className="mt-1 text-lg font-semibold">{t("initialization.doneTitle")}</h2>
      <p className="text-sm text-balance text-muted">{t("initialization.doneText")}</p>
      <ul className="mt-3 flex w-full flex-col gap-2 rounded-md bg-sunken p-3 text-start text-sm icon-stroke">
        <Detail icon={<UserRound size={16} />}>
          {t("notifications.wizardDoneAccount", { name: account })}
        </Detail>
        <Detail icon={channel === null ? <BellOff size={16} /> : <BellRing size={16} />}>
          {channel === null
            ? t("notifications.wizardDoneSkipped")
            : t("notifications.wizardDone", { name: channel })}
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
    </div>
  );
}

function Detail({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-2">
      <span aria-hidden className="mt-0.5 text-muted">{icon}</span>
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </li>
  );
}

/** Renders the progress of the wizard. */
function Steps({ step }: { step: number }) {
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
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-2" aria-current={index === step ? "step" : undefined}>
          {index > 0 && <span aria-hidden className="h-px w-3 bg-line-strong" />}
          <StepMark number={index + 1} done={index < step} current={index === step} />
          <span className={index === step ? "font-medium" : "text-muted max-sm:sr-only"}>{name}</span>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ number, done, current }: { number: number; done: boolean; current: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "flex size-5 items-center justify-center rounded-full text-xs tabular-nums",
        current
          ? "bg-accent-fill text-on-accent"
          : done
          ? "bg-accent-soft text-accent-text"
          : "bg-neutral-soft text-muted",
      )}
    >
      {done ? <Check size={12} /> : number}
    </span>
  );
}

interface NotificationStepProps {
  /** Continues; null when no channel was set up. */
  onNext: (channel: Channel | null) => void;
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
    onSaved: onNext,
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
