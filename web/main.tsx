import type { QueryClient } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { Session } from "../server/contract/auth.ts";
import type { Preferences } from "../server/contract/preferences.ts";
import type { ApiProblem } from "./api/api_problem.ts";
import { createQueryClient } from "./api/query_client.ts";
import { hadSession, noteSession } from "./shared/page/known_session.ts";
import { queryKeys } from "./api/query_keys.ts";
import { preferences } from "./api/preferences.ts";
import { StepUpPrompt } from "./api/step_up_prompt.ts";
import { type Api, type ApiConfig, createApi } from "./api/request.ts";
import { App } from "./app.tsx";
import { holdRole } from "./shared/page/hold_role.ts";
import type { PageSession } from "./api/use_session.ts";
import { basePath, sentSession } from "./paths.ts";
import { preloadPage, ReturnDialog } from "./routes.ts";
import { guardHistory, LeaveGuards } from "./ui/leave/leave_guards.ts";
import { draftSession, followDraftSession } from "./shared/drafts/draft_session.ts";
import { ToastStore } from "./ui/feedback/use_toast.tsx";
import { loadMessages, type Messages } from "./messages/create_messages.ts";
import { startLanguage } from "./messages/language.ts";
import { setPageTimeZone } from "./messages/zone_clocks.ts";
import { addCachedFonts } from "./theme/fonts.ts";
import { applyTheme, readTheme } from "./theme/theme.tsx";

// First, so that nothing is painted in the wrong theme.
applyTheme(readTheme());
setPageTimeZone(preferences.get("timeZone") ?? null);

/** How long a page without anything on it waits for its code before it shows that it waits, milliseconds. */
const BLANK_MS = 400;

async function start(): Promise<void> {
  const messages = await loadMessages(startLanguage());
  addCachedFonts();
  const toasts = new ToastStore();
  const queries = createQueryClient();
  const guards = new LeaveGuards();
  followSession(queries, guards);
  const proofs = new StepUpPrompt();
  const returns = new StepUpPrompt();
  const api = makeApi(messages, {
    onSignedOut: (problem) => regainSession(problem, { messages, queries, toasts, returns }),
    // The role has changed since the session was queried.
    onNotPermitted: () =>
      void queries.invalidateQueries({ queryKey: queryKeys.session(), exact: true }, {
        cancelRefetch: false,
      }),
    settled: returns.settled,
    prove: proofs.ask,
  });
  preferences.connect(async (patch) => {
    const stored = await api.patch<Preferences>("/account/preferences", patch);
    queries.setQueryData<Session>(
      queryKeys.session(),
      (session) => session && { ...session, preferences: stored },
    );
  });
  const address = location.pathname.slice(basePath.length);
  const preloaded = preloadPage(address, { hasSession: sentSession, messages, api, queries });
  // Meanwhile, because the first use of `Intl` takes a slow device as long as a response.
  if (sentSession) messages.format.number(0);
  guardHistory(guards);
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root element");
  // What replaces a fallback is shown by React no earlier than 300 ms after the fallback.
  await Promise.race([preloaded, new Promise((resolve) => setTimeout(resolve, BLANK_MS))]);
  createRoot(root).render(
    <App
      messages={messages}
      api={api}
      queries={queries}
      toasts={toasts}
      guards={guards}
      proofs={proofs}
      returns={returns}
    />,
  );
}

function followSession(queries: QueryClient, guards: LeaveGuards): void {
  followDraftSession();
  const key = queryKeys.session();
  let before: PageSession | undefined;
  queries.getQueryCache().subscribe((event) => {
    // A response, not just another read of a cached one.
    const isResponse = event.type === "updated" && event.action.type === "success";
    if (!isResponse || event.query.queryKey[0] !== key[0]) return;
    draftSession().begin();
    noteSession();
    const session = queries.getQueryData<PageSession>(key);
    if (!session || session === before) return;
    const held = guards.isHeld() && !session.isRoleOutdated ? holdRole(before, session) : session;
    before = held;
    if (held !== session) queries.setQueryData(key, held);
    preferences.follow(session);
    setPageTimeZone(preferences.get("timeZone") ?? null);
  });
}

function makeApi(
  { t, language }: Messages,
  asked: Pick<ApiConfig, "onSignedOut" | "onNotPermitted" | "settled" | "prove">,
): Api {
  const texts = {
    unreachable: { title: t("app.unreachable"), detail: t("app.unreachableHelp") },
    timeout: { title: t("app.timeout"), detail: t("app.timeoutHelp") },
    unexpected_answer: { title: t("app.unexpected"), detail: t("app.unexpectedHelp") },
  };
  return createApi({
    fetch: (input, init) => fetch(input, init),
    basePath,
    language: language === "zh" ? "zh-CN" : "en",
    transportText: (code) => texts[code],
    ...asked,
  });
}

interface SessionParts {
  messages: Messages;
  queries: QueryClient;
  toasts: ToastStore;
  /** The prompt that waits for the new login. */
  returns: StepUpPrompt;
}

/**
 * Asks a user whose session has ended to log in again, over the open page, so that no input is lost; resolves to
 * whether they did. The start guard redirects users who had no session.
 */
async function regainSession({ code }: ApiProblem, parts: SessionParts): Promise<boolean> {
  const { messages, queries, toasts, returns } = parts;
  draftSession().end();
  if (queries.getQueryData(queryKeys.loggingOut())) return false;
  try {
    if (queries.getQueryData(queryKeys.session())) {
      // Loaded here, where a failure can be reported: an updated panel may no longer have this chunk.
      await ReturnDialog.preload(messages);
      return await returns.ask();
    }
    if (code !== "session_expired" || !hadSession()) return false;
  } catch {
    // Reported below; the page stays as it is.
  }
  toasts.add("message", { tone: "warning", title: messages.t("app.sessionExpired") });
  return false;
}

start().catch((error: unknown) => {
  // Without the messages of a language, nothing else can be rendered.
  document.getElementById("not-loaded")?.removeAttribute("hidden");
  throw error;
});
