import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import type { LoginWaysOffered } from "../../../server/contract/identity_providers.ts";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { initializationQuery, useSessionQuery } from "../../api/use_session.ts";
import { loginWaysQuery } from "../../api/sign_on.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths, safeNext } from "../../paths.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { LoginSteps, useEnter } from "./login_flow.tsx";

const SignOn = lazyPart(() => import("./sign_on.tsx"));

// Most panels offer the password only, and load no more than that.
function hasMore({ password, providers, proxy }: LoginWaysOffered, search: URLSearchParams): boolean {
  return !password || proxy || providers.length > 0 || search.has("error");
}

/** Renders the login and redirects to the requested page afterwards. */
export default function LoginPage() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const next = safeNext(search.get("next"));
  const { data: session } = useSessionQuery();
  const api = useApi();
  const { data: state } = useQuery(initializationQuery(api));
  const { data: ways } = useQuery(loginWaysQuery(api));
  const enter = useEnter();
  const [hasLoggedOut] = useState(() => Object(history.state).loggedOut === true);
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
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6">
        {ways && hasMore(ways, search) && (
          <Suspense fallback={<div className="control-height" />}>
            <SignOn
              ways={ways}
              next={next}
              failure={{ reason: search.get("error"), provider: search.get("provider") }}
              isImmediate={!search.has("error") && !hasLoggedOut}
              onEntered={enter}
            />
          </Suspense>
        )}
        {ways?.password !== false && <LoginSteps onEntered={enter} />}
      </div>
    </div>
  );
}
