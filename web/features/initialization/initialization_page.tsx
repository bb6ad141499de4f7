import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import type { Session } from "../../../server/contract/auth.ts";
import { initializationQuery } from "../../api/initialization_query.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { Waiting } from "../../shared/page/page_frame.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { AccountStep } from "./account_step.tsx";
import { DoneStep } from "./done_step.tsx";
import { LanguageStep } from "./language_step.tsx";
import { NotificationStep } from "./notification_step.tsx";
import { forgetSetupCode, takeSetupCode } from "./setup_code.ts";
import { Steps } from "./steps.tsx";

/** Leads through the first start: language, account, notification, done. Only until there is an account. */
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
