import { type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { paths } from "../paths.ts";
import { BrokenPart, ErrorBoundary } from "../ui/feedback/error_boundary.tsx";
import { lazyDialog, lazyPart } from "../ui/feedback/lazy.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { BottomNavigation } from "./bottom_navigation.tsx";
import { useFollowSession } from "./follow_session.ts";
import { Header } from "./header.tsx";
import { NewVersionBar } from "./new_version_bar.tsx";
import { SideNavigation } from "./navigation.tsx";
import { PageTitleProvider } from "../shared/page/page_title.tsx";
import { useCollapsed } from "./use_collapsed.ts";
import { useQuiet } from "./use_quiet.ts";
import { useShortcuts } from "../shared/page/use_shortcuts.ts";

const ReadOnlyBanner = lazyPart(() => import("./read_only_banner.tsx"));
const CommandPalette = lazyDialog(() => import("./command_palette.tsx"));
const ShortcutsDialog = lazyDialog(() => import("./shortcuts_dialog.tsx"));

/** Navigation, header and the page between them, for whoever is logged in. */
export function Layout(
  { title, drawn, children }: { title: string; drawn: boolean; children: ReactNode },
) {
  useFollowSession();
  const quiet = useQuiet(drawn);
  const { t } = useMessages();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const [, navigate] = useLocation();
  useShortcuts({
    "mod+k": () => setOpen("palette"),
    "?": () => setOpen("shortcuts"),
    "g t": () => navigate(paths.tasks()),
    "g s": () => navigate(paths.security()),
    "c": () => navigate(paths.taskForm()),
  });
  return (
    <PageTitleProvider>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 text-sm shadow-float focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t("shell.skipToContent")}
      </a>
      <div className="flex h-dvh overflow-hidden">
        <Guarded>
          <SideNavigation collapsed={collapsed} onCollapse={toggleCollapsed} />
        </Guarded>
        <div className="flex min-w-0 flex-1 flex-col">
          <Guarded>
            <Header
              title={title}
              drawn={drawn}
              onPalette={() => setOpen("palette")}
              onShortcuts={() => setOpen("shortcuts")}
            />
          </Guarded>
          <NewVersionBar />
          {quiet && (
            <Suspense>
              <ReadOnlyBanner />
            </Suspense>
          )}
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
            <div className="mx-auto flex min-h-full max-w-[1600px] flex-col p-4 md:p-6">{children}</div>
          </main>
          <Guarded>
            <BottomNavigation />
          </Guarded>
        </div>
      </div>
      <Suspense>
        {open === "palette" && (
          <CommandPalette
            onClose={() => setOpen(null)}
            onShortcuts={() => setOpen("shortcuts")}
          />
        )}
        {open === "shortcuts" && <ShortcutsDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </PageTitleProvider>
  );
}

/** Keeps what breaks around the page from the page itself. */
function Guarded({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={({ error }) => <BrokenPart error={error} />}>{children}</ErrorBoundary>;
}
