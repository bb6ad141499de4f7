import { Suspense, useCallback, useState } from "react";
import type { EarlierLogins, LoginResult } from "../../../server/contract/auth.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../api/query_keys.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { basePath } from "../../paths.ts";
import { LoginForm, type LoginValues } from "./login_form.tsx";

const CodeStep = lazyPart(() => import("./code_step.tsx"));

interface LoginStepsProps {
  /** The user of the open page, if any. */
  known?: string | undefined;
  onEntered: (result: LoginResult) => void;
}

/** Renders the login: user name and password, then a code when required. */
export function LoginSteps({ known, onEntered }: LoginStepsProps) {
  const [waiting, setWaiting] = useState<LoginValues | null>(null);
  if (!waiting) return <LoginForm known={known} onEntered={onEntered} onCodeNeeded={setWaiting} />;
  return (
    <Suspense>
      <CodeStep values={waiting} onEntered={onEntered} onBack={() => setWaiting(null)} />
    </Suspense>
  );
}

/** Returns a function to call after a login: it stores the session, reports earlier logins, and notifies other tabs. */
export function useEnter(): (result: LoginResult) => void {
  const queries = useQueryClient();
  const notify = useNotifyEarlierLogins();
  return useCallback(({ earlierLogins, ...session }) => {
    queries.removeQueries({ queryKey: queryKeys.loggingOut() });
    queries.setQueryData(queryKeys.session(), session);
    publishEntry();
    void notify(earlierLogins);
  }, [queries, notify]);
}

/** Returns a function that reports the last login and failed attempts since, so that users notice foreign ones. */
function useNotifyEarlierLogins(): (earlier: EarlierLogins) => Promise<void> {
  const { t, format, later } = useMessages();
  const toast = useToast();
  return useCallback(async ({ last, failures }) => {
    if (last === null && failures === 0) return;
    await later();
    const location = last && (last.local ? t("security.localNetwork") : last.address ?? last.ip);
    const known = last && t("security.lastLogin", {
      time: format.dateTime(last.at),
      place: location ?? "",
      device: last.device || t("security.unknownDevice"),
    });
    const failed = failures > 0 ? t("security.failedSince", { count: failures }) : null;
    const tone = failures > 0 ? "warning" : "info";
    toast.notify(tone, t("security.loggedIn"), [known, failed].filter(Boolean).join("\n"));
  }, [t, format, later, toast]);
}

// A channel between the tabs of one browser, which share the session. Installations below other base paths of the same host
// have separate sessions.
const name = `sundial-entry:${basePath}`;

/** Notifies the other tabs of a login. */
function publishEntry(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Calls the listener when another tab has logged in; returns a function that unsubscribes. */
export function onEntry(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
