import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Redirect, useLocation, useSearchParams } from "wouter";
import type { LoginAnswer } from "../../../server/contract/auth.ts";
import { initializationQuery } from "../../api/initialization_query.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useSessionQuery } from "../../api/use_session.ts";
import { paths, safeNext } from "../../paths.ts";
import { laterPart } from "../../shell/later_part.tsx";
import { Logo } from "../../shell/logo.tsx";
import { useWords } from "../../words/use_words.tsx";
import { LoginForm } from "./login_form.tsx";
import type { LoginValues } from "./login_values.ts";
import { useTellEarlierLogins } from "./tell_earlier_logins.ts";

const CodeStep = laterPart(() => import("./code_step.tsx"));

/** Logs a person in and goes on to where they wanted to be. */
export default function LoginPage() {
  const { t } = useWords();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const next = safeNext(search.get("next"));
  const { data: session } = useSessionQuery();
  const { data: state } = useQuery(initializationQuery(useApi()));
  const [waiting, setWaiting] = useState<LoginValues | null>(null);
  const tell = useTellEarlierLogins();
  const enter = ({ earlierLogins, ...entered }: LoginAnswer) => {
    queries.setQueryData(queryKeys.session(), entered);
    void tell(earlierLogins);
  };
  useEffect(() => {
    if (session) navigate(next, { replace: true });
  }, [session, next, navigate]);
  if (state && !state.initialized) return <Redirect to={paths.initialization()} replace />;
  if (session) return null;
  return (
    <div className="flex w-full max-w-[360px] flex-col gap-6">
      <header className="flex flex-col items-center gap-3 text-center">
        <Logo size={44} />
        <h1 className="text-xl font-semibold">{t("auth.welcome", { title: t("app.name") })}</h1>
      </header>
      {waiting
        ? (
          <Suspense>
            <CodeStep values={waiting} onEntered={enter} onBack={() => setWaiting(null)} />
          </Suspense>
        )
        : <LoginForm onEntered={enter} onCodeNeeded={setWaiting} />}
    </div>
  );
}
