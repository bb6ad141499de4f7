import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Redirect, Router, useLocation } from "wouter";
import type { ProofGate } from "./api/proof_gate.ts";
import type { Api } from "./api/request.ts";
import { ApiProvider } from "./api/use_api.tsx";
import { LiveProvider } from "./api/use_live.tsx";
import { basePath } from "./paths.ts";
import { findRoute, type PageRoute, ReturnDialog } from "./routes.ts";
import { GateHost } from "./shell/gate_host.tsx";
import { Layout } from "./shell/layout.tsx";
import { LeaveGuardHost, LeaveGuardProvider, useGuardedLocation } from "./shell/leave_guard.tsx";
import type { LeaveGuards } from "./shell/leave_guards.ts";
import { NotFound } from "./shell/not_found.tsx";
import { PageFrame } from "./shell/page_frame.tsx";
import { PlainFrame } from "./shell/plain_frame.tsx";
import { StartGate } from "./shell/start_gate.tsx";
import { useWrittenSearch } from "./shell/written_search.ts";
import { ThemeProvider } from "./theme/use_theme.tsx";
import { BrokenPage, ErrorBoundary } from "./ui/error_boundary.tsx";
import { lazyPart } from "./ui/lazy.tsx";
import { ToastRegions } from "./ui/toast_regions.tsx";
import type { ToastStore } from "./ui/toast_store.ts";
import { ToastProvider } from "./ui/use_toast.tsx";
import { TooltipProvider } from "./ui/tooltip.tsx";
import type { Words } from "./words/create_words.ts";
import { useWords, WordsProvider } from "./words/use_words.tsx";

/** What the page is made of before React draws it. */
export interface AppParts {
  words: Words;
  api: Api;
  queries: QueryClient;
  toasts: ToastStore;
  guards: LeaveGuards;
  /** Who they are, asked before something grave. */
  proofs: ProofGate;
  /** Who they are, asked when the session has ended. */
  returns: ProofGate;
}

const ProofDialog = lazyPart(() => import("./shell/proof_dialog.tsx"), {
  close: ({ onEnd }) => onEnd(false),
});

/** The whole page. */
export function App({ words, api, queries, toasts, guards, proofs, returns }: AppParts) {
  return (
    <WordsProvider words={words}>
      <ThemeProvider>
        <ToastProvider store={toasts}>
          <ApiProvider api={api}>
            <QueryClientProvider client={queries}>
              <TooltipProvider>
                <LeaveGuardProvider guards={guards}>
                  <Router base={basePath} hook={useGuardedLocation} searchHook={useWrittenSearch}>
                    <ErrorBoundary fallback={({ error }) => <BrokenPage error={error} />}>
                      <Pages />
                    </ErrorBoundary>
                    <LeaveGuardHost />
                    <GateHost gate={proofs} dialog={ProofDialog} />
                    <GateHost gate={returns} dialog={ReturnDialog} />
                  </Router>
                </LeaveGuardProvider>
                <ToastRegions />
              </TooltipProvider>
            </QueryClientProvider>
          </ApiProvider>
        </ToastProvider>
      </ThemeProvider>
    </WordsProvider>
  );
}

function Pages() {
  const [address] = useLocation();
  const route = findRoute(address);
  if (route && "to" in route) return <Redirect to={route.to} replace />;
  if (route?.access === "open") return <OpenPage route={route} />;
  return <AccountPage route={route} />;
}

function OpenPage({ route }: { route: PageRoute }) {
  const { t } = useWords();
  return (
    <PlainFrame title={t(route.title)}>
      <PageFrame resetKey={route}>
        <route.page />
      </PageFrame>
    </PlainFrame>
  );
}

function AccountPage({ route }: { route: PageRoute | undefined }) {
  const { t } = useWords();
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  return (
    <StartGate>
      <LiveProvider>
        <Layout title={t(route?.title ?? "shell.notFound")} drawn={drawn}>
          <PageFrame resetKey={route} onDrawn={onDrawn}>
            {route ? <route.page /> : <NotFound />}
          </PageFrame>
        </Layout>
      </LiveProvider>
    </StartGate>
  );
}
