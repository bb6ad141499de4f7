import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { initializationQuery, useSessionQuery } from "../../api/use_session.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths, safeNext } from "../../paths.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { LoginSteps, useEnter } from "./login_flow.tsx";

/** Renders the login and redirects to the requested page afterwards. */
export default function LoginPage() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const next = safeNext(search.get("next"));
  const { data: session } = useSessionQuery();
  const { data: state } = useQuery(initializationQuery(useApi()));
  const enter = useEnter();
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
      <div className="rounded-lg border border-line bg-surface p-6">
        <LoginSteps onEntered={enter} />
      </div>
    </div>
  );
}
