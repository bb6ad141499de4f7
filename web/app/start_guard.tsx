// What a page behind the login requires: a reachable panel, an account, a session. What is missing decides where to
// redirect.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { isSignedOut, isUnreachable } from "../api/api_problem.ts";
import { initializationQuery, useSessionQuery } from "../api/use_session.ts";
import { useApi } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import { ErrorState } from "../ui/feedback/error_state.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { Waiting } from "../shared/page/page_frame.tsx";

/** Renders its children for a logged-in user, and redirects everyone else. */
export function StartGuard({ children }: { children: ReactNode }) {
  const { data, error, failureCount, refetch } = useSessionQuery();
  if (data) return <>{children}</>;
  if (!error) return <WaitingForPanel failures={failureCount} />;
  if (isSignedOut(error)) return <ToLogin />;
  return <NoResponse error={error} onRetry={() => void refetch()} />;
}

function ToLogin() {
  const here = useHere();
  const { data, error, failureCount, refetch } = useQuery(initializationQuery(useApi()));
  if (error) return <NoResponse error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingForPanel failures={failureCount} />;
  const to = data.initialized ? paths.login(here === "/" ? undefined : here) : paths.initialization();
  return <Redirect to={to} replace />;
}

/** After ten seconds without a response, redirects to the page with the repair steps. */
function NoResponse({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const here = useHere();
  if (isUnreachable(error)) return <Redirect to={paths.error(here)} replace />;
  return <ErrorState error={error} onRetry={onRetry} />;
}

function WaitingForPanel({ failures }: { failures: number }) {
  const { t } = useMessages();
  return failures > 0 ? <Waiting text={t("app.starting")} /> : <Waiting />;
}

function useHere(): string {
  const [path] = useLocation();
  const search = useSearch();
  return search === "" ? path : `${path}?${search}`;
}
