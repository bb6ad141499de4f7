import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Redirect, Router, useLocation } from "wouter";
import type { StepUpPrompt } from "./api/step_up_prompt.ts";
import type { Api } from "./api/request.ts";
import { ApiProvider } from "./api/use_api.tsx";
import { LiveProvider } from "./api/use_live.tsx";
import { basePath } from "./paths.ts";
import { findRoute, type PageRoute, ReturnDialog } from "./routes.ts";
import { StepUpHost } from "./app/step_up_host.tsx";
import { Layout } from "./app/layout.tsx";
import { LeaveGuardHost, LeaveGuardProvider, useGuardedLocation } from "./shared/leave/leave_guard.tsx";
import type { LeaveGuards } from "./shared/leave/leave_guards.ts";
import { NotFound } from "./app/not_found.tsx";
import { PageFrame } from "./shared/page/page_frame.tsx";
import { PageTitleProvider } from "./shared/page/page_title.tsx";
import { PlainFrame } from "./app/plain_frame.tsx";
import { StartGuard } from "./app/start_guard.tsx";
import { useWrittenSearch } from "./app/written_search.ts";
import { ThemeProvider } from "./theme/use_theme.tsx";
import { BrokenPage, ErrorBoundary } from "./ui/feedback/error_boundary.tsx";
import { lazyPart } from "./ui/feedback/lazy.tsx";
import { ToastRegions } from "./ui/feedback/toast_regions.tsx";
import type { ToastStore } from "./ui/feedback/toast_store.ts";
import { ToastProvider } from "./ui/feedback/use_toast.tsx";
import { TooltipProvider } from "./ui/overlays/tooltip.tsx";
import type { Messages } from "./messages/create_messages.ts";
import { MessagesProvider, useMessages } from "./messages/use_messages.tsx";

/** The services of the page, created before the first render. */
export interface AppParts {
  messages: Messages;
  api: Api;
  queries: QueryClient;
  toasts: ToastStore;
  guards: LeaveGuards;
  /** The prompt before a sensitive action. */
  proofs: StepUpPrompt;
  /** The prompt after the session has ended. */
  returns: StepUpPrompt;
}

const ProofDialog = lazyPart(() => import("./app/proof_dialog.tsx"), {
  close: ({ onEnd }) => onEnd(false),
});

/** Renders the whole page. */
export function App({ messages, api, queries, toasts, guards, proofs, returns }: AppParts) {
  return (
    <MessagesProvider messages={messages}>
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
                    <StepUpHost barrier={proofs} dialog={ProofDialog} />
                    <StepUpHost barrier={returns} dialog={ReturnDialog} />
                  </Router>
                </LeaveGuardProvider>
                <ToastRegions />
              </TooltipProvider>
            </QueryClientProvider>
          </ApiProvider>
        </ToastProvider>
      </ThemeProvider>
    </MessagesProvider>
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
  const { t } = useMessages();
  return (
    <PageTitleProvider>
      <PlainFrame title={t(route.title)}>
        <PageFrame resetKey={route}>
          <route.page />
        </PageFrame>
      </PlainFrame>
    </PageTitleProvider>
  );
}

function AccountPage({ route }: { route: PageRoute | undefined }) {
  const { t } = useMessages();
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  return (
    <StartGuard>
      <LiveProvider>
        <Layout title={t(route?.title ?? "shell.notFound")} drawn={drawn}>
          <PageFrame resetKey={route} onDrawn={onDrawn}>
            {route ? <route.page /> : <NotFound />}
          </PageFrame>
        </Layout>
      </LiveProvider>
    </StartGuard>
  );
}
