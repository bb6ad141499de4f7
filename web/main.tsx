import "./theme/apply_at_start.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { navigate } from "wouter/use-browser-location";
import type { ApiProblem } from "./api/api_problem.ts";
import { createQueryClient } from "./api/query_client.ts";
import { queryKeys } from "./api/query_keys.ts";
import { ProofGate } from "./api/proof_gate.ts";
import { type Api, createApi } from "./api/request.ts";
import { App } from "./app.tsx";
import { basePath, paths } from "./paths.ts";
import { guardHistory } from "./shell/guard_history.ts";
import { LeaveGuards } from "./shell/leave_guards.ts";
import { ToastStore } from "./ui/toast_store.ts";
import { loadWords, type Words } from "./words/create_words.ts";
import { startLanguage } from "./words/language_store.ts";

async function start(): Promise<void> {
  const words = await loadWords(startLanguage());
  const toasts = new ToastStore();
  const queries = createQueryClient();
  const proofs = new ProofGate();
  const api = makeApi(words, (problem) => signedOut(problem, { words, queries, toasts }), proofs.ask);
  const guards = new LeaveGuards();
  guardHistory(guards);
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root element");
  createRoot(root).render(<App {...{ words, api, queries, toasts, guards, proofs }} />);
}

function makeApi(
  { t, language }: Words,
  onSignedOut: (problem: ApiProblem) => void,
  prove: () => Promise<boolean>,
): Api {
  const texts = {
    unreachable: { title: t("error.unreachable"), detail: t("error.unreachableHelp") },
    timeout: { title: t("error.timeout"), detail: t("error.timeoutHelp") },
    unexpected_answer: { title: t("error.unexpected"), detail: t("error.unexpectedHelp") },
  };
  return createApi({
    fetch: (input, init) => fetch(input, init),
    basePath,
    language: language === "zh" ? "zh-CN" : "en",
    transportText: (code) => texts[code],
    onSignedOut,
    prove,
  });
}

interface SignedOutParts {
  words: Words;
  queries: QueryClient;
  toasts: ToastStore;
}

/** Tells once that the session is gone, if there was one, and shows the login page in place of what was open. */
function signedOut(problem: ApiProblem, { words, queries, toasts }: SignedOutParts): void {
  const hadSession = queries.getQueryData(queryKeys.session()) !== undefined;
  const leaving = queries.getQueryData(queryKeys.loggingOut()) !== undefined;
  if (leaving || (!hadSession && problem.code !== "session_expired")) return;
  toasts.add("message", { tone: "warning", title: words.t("shell.sessionExpired") });
  if (!hadSession) return; // the start gate shows the way
  const here = location.pathname.slice(basePath.length) + location.search;
  navigate(basePath + paths.login(here));
  queries.clear();
}

void start();
