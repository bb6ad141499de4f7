import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Compass } from "./ui/icons/icons.ts";
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Redirect, Router, useLocation, useSearch } from "wouter";
import { type BrowserSearchHook, useSearch as useBrowserSearch } from "wouter/use-browser-location";
import { isSignedOut, isUnreachable } from "./api/api_problem.ts";
import type { Api } from "./api/request.ts";
import type { StepUpPrompt } from "./api/step_up_prompt.ts";
import { ApiProvider, useApi } from "./api/use_api.tsx";
import { useMay } from "./api/use_permissions.ts";
import { initializationQuery, useSessionQuery } from "./api/use_session.ts";
import { useZoneClocks } from "./api/use_zone_clocks.ts";
import { LanguageMenu, ThemeMenu } from "./app/preference_menus.tsx";
import type { Messages } from "./messages/create_messages.ts";
import { MessagesProvider, useMessages } from "./messages/use_messages.tsx";
import { basePath, paths } from "./paths.ts";
import {
  AccountFrame,
  findRoute,
  type PageRoute,
  type Redirect as RouteRedirect,
  RepairPage,
  ReturnDialog,
} from "./routes.ts";
import { PageFrame, Waiting } from "./shared/page/page_frame.tsx";
import { NotPermitted } from "./shared/page/not_permitted.tsx";
import { PageTitleProvider, useCurrentTitle } from "./shared/page/page_title.tsx";
import { addFonts } from "./theme/fonts.ts";
import { ThemeProvider, useTheme } from "./theme/theme.tsx";
import { EmptyState } from "./ui/feedback/empty_state.tsx";
import { BrokenPage, ErrorBoundary } from "./ui/feedback/error_boundary.tsx";
import { ErrorState } from "./ui/feedback/error_state.tsx";
import { lazyPart } from "./ui/feedback/lazy.tsx";
import { useQuiet } from "./ui/feedback/use_delayed.ts";
import { ToastRegions } from "./ui/feedback/toast_regions.tsx";
import { ToastProvider, type ToastStore } from "./ui/feedback/use_toast.tsx";
import { ButtonLink } from "./ui/buttons/button.tsx";
import { MenuPanel } from "./ui/overlays/menu.tsx";
import { LeaveGuardHost, LeaveGuardProvider, useGuardedLocation } from "./ui/leave/leave_guard.tsx";
import type { LeaveGuards } from "./ui/leave/leave_guards.ts";
import { loadTooltips } from "./ui/buttons/tooltip.tsx";

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

export function App({ messages, api, queries, toasts, guards, proofs, returns }: AppParts) {
  return (
    <MessagesProvider messages={messages}>
      <ThemeProvider>
        <ToastProvider store={toasts}>
          <ApiProvider api={api}>
            <QueryClientProvider client={queries}>
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
            </QueryClientProvider>
          </ApiProvider>
        </ToastProvider>
      </ThemeProvider>
    </MessagesProvider>
  );
}

/**
 * Loads the fonts, the code of menus and the page with repair steps once no request is pending. That page could not be loaded
 * any more when it is needed. A sibling of the page, so that it waits for the page's
 * code too.
 */
function LateParts() {
  const messages = useMessages();
  const quiet = useQuiet(true);
  useEffect(() => {
    if (!quiet) return;
    addFonts();
    // A menu that opens loads the code again, and reports when that fails.
    MenuPanel.preload(messages).catch(() => undefined);
    loadTooltips().catch(() => undefined);
    RepairPage.preload(messages).catch(() => undefined);
  }, [quiet, messages]);
  return null;
}

function LateClocks() {
  useZoneClocks(useQuiet(true));
  return null;
}

function Pages() {
  const [address] = useLocation();
  const route = findRoute(address);
  if (route && "to" in route) return <Redirect to={targetOf(route)} replace />;
  if (route?.access === "open") return <OpenPage route={route} />;
  return <AccountPage route={route} />;
}

function targetOf({ to, byFragment = {} }: RouteRedirect): string {
  const { hash } = location;
  return `${byFragment[hash.slice(1)] ?? to}${hash}`;
}

function OpenPage({ route }: { route: PageRoute }) {
  const { t } = useMessages();
  return (
    <PageTitleProvider>
      <PlainFrame title={t(route.title)}>
        <PageFrame resetKey={route}>
          <route.page />
          <LateParts />
        </PageFrame>
      </PlainFrame>
    </PageTitleProvider>
  );
}

function AccountPage({ route }: { route: PageRoute | undefined }) {
  const { t } = useMessages();
  return (
    <StartGuard>
      <Suspense fallback={<Waiting />}>
        <AccountFrame title={t(route?.title ?? "app.notFound")} resetKey={route}>
          {route ? <Permitted route={route} /> : <NotFound />}
          <LateParts />
          <LateClocks />
        </AccountFrame>
        {route && <Preload page={route.page} />}
      </Suspense>
    </StartGuard>
  );
}

/** Renders a page, or that the role of the person does not include it. */
function Permitted({ route }: { route: PageRoute }) {
  return useMay(route.needs ?? null) ? <route.page /> : <NotPermitted />;
}

/** Loads the code of a page together with that of its frame. */
function Preload({ page }: { page: PageRoute["page"] }) {
  const messages = useMessages();
  // The page loads the code again, and reports when that fails.
  useState(() => page.preload(messages).catch(() => undefined));
  return null;
}

/** Renders the page for unknown URLs, with a link home. */
function NotFound() {
  const { t } = useMessages();
  const [address] = useLocation();
  return (
    <EmptyState
      icon={<Compass size={22} />}
      title={t("app.notFound")}
      text={t("app.notFoundHelp", { address })}
      action={<ButtonLink href={paths.tasks()} variant="primary">{t("app.goHome")}</ButtonLink>}
    />
  );
}

/** Shows the prompt's dialog whenever a request waits for re-authentication. */
function StepUpHost(
  { barrier, dialog: Dialog }: {
    barrier: StepUpPrompt;
    dialog: (props: { onEnd: (isProved: boolean) => void }) => ReactNode;
  },
) {
  const open = useSyncExternalStore(barrier.onChange, barrier.isOpen);
  if (!open) return null;
  return (
    <Suspense>
      <Dialog onEnd={barrier.settle} />
    </Suspense>
  );
}

/**
 * Passes the query of the URL to the router. The router decodes it once before its readers do, which would turn a file
 * name with "%41" into one with "A"; so it is encoded once here.
 */
const useWrittenSearch: BrowserSearchHook = (options) => encodeURI(useBrowserSearch(options));

/** Renders the layout of pages without login: one centered column, language and theme in the corner. */
function PlainFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useMessages();
  const { setTheme } = useTheme();
  useCurrentTitle(title, t("app.name"));
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="flex justify-end gap-1 p-3">
        <LanguageMenu loggedIn={false} />
        <ThemeMenu onTheme={setTheme} />
      </div>
      <main className="flex flex-1 flex-col items-center px-4 pt-[6dvh] pb-16">{children}</main>
    </div>
  );
}

/**
 * Renders its children for a logged-in user. What is missing (a reachable panel, an account, a session) decides where
 * to redirect everyone else.
 */
function StartGuard({ children }: { children: ReactNode }) {
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
  const to = data.initialized
    ? paths.login(here === paths.overview() ? undefined : here)
    : paths.initialization();
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
