import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "../paths.ts";
import { BrokenPart, ErrorBoundary } from "../ui/feedback/error_boundary.tsx";
import { lazyDialog, lazyPart } from "../ui/feedback/lazy.tsx";
import {
  isLanguageChosen,
  isLanguageInAddress,
  languageChoice,
  reloadPage,
  saveLanguage,
} from "../messages/language.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { Header } from "./header.tsx";
import { useInstalledApp } from "./installed_app.ts";
import {
  FailingDot,
  isUnder,
  type NavigationItem,
  SideNavigation,
  useNavigationGroups,
} from "./navigation.tsx";
import { useTaskCounts } from "../shared/task/use_task_counts.ts";
import { TaskSelectionContext } from "../shared/task/task_selection.ts";
import { WindowQuestionProvider } from "../shared/windows/window_question.tsx";
import { PageTitleProvider } from "../shared/page/page_title.tsx";
import { useQuiet } from "../ui/feedback/use_delayed.ts";
import { useShortcuts } from "../ui/use_shortcuts.ts";
import { preferences } from "../api/preferences.ts";
import { useApi } from "../api/use_api.tsx";
import { useMay } from "../api/use_permissions.ts";
import { useSession } from "../api/use_session.ts";
import { useTheme } from "../theme/theme.tsx";
import { Button } from "../ui/buttons/button.tsx";
import { useIsOutdated } from "../api/use_live.tsx";
import { useGuards } from "../ui/leave/leave_guard.tsx";
import { Ellipsis } from "../ui/icons/icons.ts";
import { classNames } from "../ui/class_names.ts";
import { Menu } from "../ui/overlays/menu.tsx";
import { RunWithProvider } from "./run_with_provider.tsx";
import { TypedAhead } from "./typed_ahead.ts";
import type { MenuEntry } from "../ui/overlays/menu_entries.ts";

const ReadOnlyBanner = lazyPart(() => import("./read_only_banner.tsx"));
const RoleBanner = lazyPart(() => import("./role_banner.tsx"));
const MaintenanceBanner = lazyPart(() => import("./maintenance_banner.tsx"));
const CommandPalette = lazyDialog(() => import("./command_palette.tsx"));
const ShortcutsDialog = lazyDialog(() => import("./shortcuts_dialog.tsx"));

/** Renders the navigation, the header and the page for a logged-in user. */
export function Layout(
  { title, drawn, children }: { title: string; drawn: boolean; children: ReactNode },
) {
  useFollowSession();
  const { isRoleOutdated } = useSession();
  const quiet = useQuiet(drawn);
  const counts = useTaskCounts(quiet);
  useInstalledApp({ quiet, failing: counts?.failing });
  const failing = counts?.failing ?? 0;
  const { t } = useMessages();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const [typedAhead] = useState(() => new TypedAhead());
  const openPalette = () => {
    if (open !== "palette") typedAhead.start();
    setOpen("palette");
  };
  const selection = useRef(null);
  const mayCreate = useMay("tasks:write");
  const [, navigate] = useLocation();
  useShortcuts({
    "mod+k": openPalette,
    "?": () => setOpen("shortcuts"),
    "g o": () => navigate(paths.overview()),
    "g t": () => navigate(paths.tasks()),
    "g r": () => navigate(paths.runs()),
    "g s": () => navigate(paths.settings()),
    ...mayCreate && { "c": () => navigate(paths.taskForm()) },
  });
  return (
    <PageTitleProvider>
      <TaskSelectionContext value={selection}>
        <WindowQuestionProvider>
          <RunWithProvider>
            <a
              href="#content"
              className="sr-only z-50 rounded-md bg-raised px-3 py-2 text-sm shadow-float focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
            >
              {t("app.skipToContent")}
            </a>
            <div className="flex h-dvh overflow-hidden">
              <Guarded>
                <SideNavigation collapsed={collapsed} failing={failing} onCollapse={toggleCollapsed} />
              </Guarded>
              <div className="flex min-w-0 flex-1 flex-col">
                <Guarded>
                  <Header
                    title={title}
                    drawn={drawn}
                    onPalette={openPalette}
                    onShortcuts={() => setOpen("shortcuts")}
                  />
                </Guarded>
                <NewVersionBar />
                {quiet && (
                  <Suspense>
                    <ReadOnlyBanner />
                    <MaintenanceBanner />
                    {isRoleOutdated && <RoleBanner />}
                  </Suspense>
                )}
                <main
                  id="content"
                  tabIndex={-1}
                  className="relative min-h-0 flex-1 overflow-y-auto outline-none"
                >
                  <div className="flex min-h-full max-w-[1600px] flex-col p-4 md:p-6">{children}</div>
                </main>
                <Guarded>
                  <BottomNavigation failing={failing} />
                </Guarded>
              </div>
            </div>
            {open === "palette" && (
              <CommandPalette
                typedAhead={typedAhead}
                onClose={() => {
                  typedAhead.stop();
                  setOpen(null);
                }}
                onShortcuts={() => setOpen("shortcuts")}
              />
            )}
            {open === "shortcuts" && <ShortcutsDialog onClose={() => setOpen(null)} />}
          </RunWithProvider>
        </WindowQuestionProvider>
      </TaskSelectionContext>
    </PageTitleProvider>
  );
}

/** Keeps errors in the layout from breaking the page. */
function Guarded({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={({ error }) => <BrokenPart error={error} />}>{children}</ErrorBoundary>;
}

/**
 * Synchronizes page and session: theme and language follow the preferences of the account, or else the panel's settings; the session's
 * language follows the page.
 */
function useFollowSession(): void {
  const api = useApi();
  const session = useSession();
  const { language } = useMessages();
  const { setTheme } = useTheme();
  const theme = preferences.get("theme") ?? session.settings.theme;
  useEffect(() => setTheme(theme), [theme, setTheme]);
  const { followSystemLanguage } = session.settings;
  // Only when the page is loaded: a reload later could lose what was typed.
  const [wanted] = useState(() => preferences.get("language"));
  useEffect(() => {
    const choice = wanted ?? (followSystemLanguage && !isLanguageChosen() ? "system" : null);
    if (choice === null || isLanguageInAddress() || choice === languageChoice(language)) return;
    if (saveLanguage(choice) !== language) reloadPage();
  }, [wanted, followSystemLanguage, language]);
  const differs = session.language !== language;
  useEffect(() => {
    // It only affects the language of a few messages, so a failure is not reported.
    if (differs) void api.patch("/auth/session", { language }).catch(() => undefined);
  }, [api, differs, language]);
}

/** Offers to load the page of an updated panel. Asks about unsaved changes first. */
function NewVersionBar() {
  const { t } = useMessages();
  const guards = useGuards();
  if (!useIsOutdated()) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 text-sm"
    >
      <span className="text-center">{t("app.newVersion")}</span>
      <Button size="small" onClick={() => guards.leave(() => location.reload())}>{t("ui.reload")}</Button>
    </div>
  );
}

const storageKey = "navigation";

/** Stores in this browser whether the navigation is collapsed; narrow windows start collapsed. */
function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(readCollapsed);
  const toggle = useCallback(() =>
    setCollapsed((before) => {
      keepCollapsed(!before);
      return !before;
    }), []);
  return [collapsed, toggle];
}

function readCollapsed(): boolean {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored ? stored === "collapsed" : innerWidth < 1024;
  } catch {
    return innerWidth < 1024; // storage is disabled in this browser
  }
}

function keepCollapsed(collapsed: boolean): void {
  try {
    localStorage.setItem(storageKey, collapsed ? "collapsed" : "open");
  } catch {
    // storage is disabled in this browser
  }
}

/** More items would leave too little space for their labels. */
const maxLinks = 4;

/** Renders the areas at the bottom of a phone: the first ones directly, the others in a menu. */
function BottomNavigation({ failing }: { failing: number }) {
  const { t } = useMessages();
  const groups = useNavigationGroups();
  const visible = groups.flat().filter(({ isInMenu }) => !isInMenu).slice(0, maxLinks);
  const behind = groups.map((items) => items.filter((item) => !visible.includes(item)))
    .filter((items) => items.length > 0);
  return (
    <nav
      aria-label={t("app.navigation")}
      className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {visible.map((item) => (
        <FootLink key={item.href} item={item} failing={item.countsFailing ? failing : 0} />
      ))}
      <Others groups={behind} />
    </nav>
  );
}

function FootLink({ item, failing }: { item: NavigationItem; failing: number }) {
  const { t } = useMessages();
  const { href, label, shortLabel, Icon } = item;
  const active = isUnder(useLocation()[0], item);
  return (
    <Link href={href} aria-current={active ? "page" : undefined} className={footClass(active)}>
      <Icon size={20} />
      {failing > 0 && <FailingDot />}
      <span className="max-w-full truncate px-0.5">{t(shortLabel ?? label)}</span>
      {failing > 0 && <span className="sr-only">{t("app.failingTasks", { count: failing })}</span>}
    </Link>
  );
}

function Others({ groups }: { groups: readonly NavigationItem[][] }) {
  const { t } = useMessages();
  const [path, navigate] = useLocation();
  const entries = groups.flatMap((items, index): MenuEntry[] => [
    ...(index > 0 ? ["separator" as const] : []),
    ...items.map((item) => ({
      label: t(item.label),
      icon: <item.Icon />,
      ...(isUnder(path, item) && { checked: true }),
      onSelect: () => navigate(item.href),
    })),
  ]);
  const active = groups.flat().some((item) => isUnder(path, item));
  return (
    <Menu entries={entries}>
      <button type="button" className={footClass(active)}>
        <Ellipsis size={20} />
        <span>{t("app.otherAreas")}</span>
      </button>
    </Menu>
  );
}

// As wide as its label, because the longest one would otherwise be cut off.
function footClass(active: boolean): string {
  return classNames(
    "relative flex h-14 min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-xs icon-stroke",
    active ? "font-medium text-accent-text" : "text-muted",
  );
}
