import { CircleUser, Keyboard, LogOut, Search, ShieldCheck } from "../ui/icons/icons.ts";
import { Suspense } from "react";
import { useSession } from "../api/use_session.ts";
import { IconButton } from "../ui/buttons/icon_button.tsx";
import { commandKey, KeyHint } from "../ui/buttons/key_hint.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { useCurrentTitle } from "../shared/page/page_title.tsx";
import { LanguageMenu, ThemeMenu, useLanguageEntries, useThemeEntries } from "./preference_menus.tsx";
import { useNarrow } from "../ui/use_narrow.ts";
import { useDelayed, useQuiet } from "../ui/feedback/use_delayed.ts";
import { useSaveTheme } from "../shared/page/use_save_theme.ts";
import { lazyPart } from "../ui/feedback/lazy.tsx";
import { useLiveState } from "../api/use_live.tsx";
import { StatusDot } from "../ui/data/status_dot.tsx";
import { Tooltip } from "../ui/buttons/tooltip.tsx";
import { useLocation } from "wouter";
import { useApi } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import { Menu } from "../ui/overlays/menu.tsx";
import type { MenuEntry } from "../ui/overlays/menu_entries.ts";
import { useLogOut } from "../shared/page/use_log_out.ts";

const Bell = lazyPart(() => import("./bell/bell.tsx"), { small: true });

/** Renders the bar above every page: its title, and the controls that are the same everywhere. */
export function Header(
  { title, drawn, onPalette, onShortcuts }: {
    title: string;
    /** Whether the page below has rendered once. */
    drawn: boolean;
    onPalette: () => void;
    onShortcuts: () => void;
  },
) {
  const heading = useCurrentTitle(title, useSession().settings.title);
  const saveTheme = useSaveTheme();
  const narrow = useNarrow();
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface ps-4 pe-2 md:ps-6 md:pe-3">
      <h1 title={heading} className="min-w-0 grow truncate text-base font-semibold">{heading}</h1>
      {/* Beside the title, whose free space its longer text takes, so that no button moves. */}
      <LiveIndicator />
      <PaletteButton narrow={narrow} onPalette={onPalette} />
      <BellSlot drawn={drawn} />
      {!narrow && <LanguageMenu loggedIn />}
      {!narrow && <ThemeMenu onTheme={saveTheme} />}
      <AccountMenu compact={narrow} onShortcuts={onShortcuts} />
    </header>
  );
}

function BellSlot({ drawn }: { drawn: boolean }) {
  const due = useQuiet(drawn);
  return (
    <span className="size-8 touch:size-11">
      {due && (
        <Suspense>
          <Bell />
        </Suspense>
      )}
    </span>
  );
}

function PaletteButton({ narrow, onPalette }: { narrow: boolean; onPalette: () => void }) {
  const { t } = useMessages();
  if (narrow) {
    return (
      <IconButton
        tooltip={false}
        label={t("app.openPalette")}
        icon={<Search size={18} />}
        onClick={onPalette}
      />
    );
  }
  return (
    <button
      type="button"
      onClick={onPalette}
      className="me-2 flex h-8 w-64 min-w-36 shrink-999 items-center gap-2 rounded-md border border-line bg-bg ps-2.5 pe-1.5 text-sm text-faint transition-colors duration-100 hover:border-line-strong icon-stroke"
    >
      <Search size={14} />
      <span className="flex-1 truncate text-start">{t("app.openPalette")}</span>
      <KeyHint keys={[commandKey(), "K"]} />
    </button>
  );
}

/** Shows whether the page is live; text only when there is something to report. */
function LiveIndicator() {
  const { t } = useMessages();
  const state = useLiveState();
  const lost = useDelayed(state === "reconnecting", 1000);
  return (
    <Tooltip side="bottom" text={lost ? t("app.reconnectingHelp") : t("app.connectedHelp")}>
      <span tabIndex={0} role="status" className="flex h-8 items-center rounded-md px-2 text-xs text-muted">
        <StatusDot tone={lost ? "warning" : "success"} pulse={lost}>
          <span className="max-sm:sr-only">{lost ? t("app.reconnecting") : t("app.connected")}</span>
        </StatusDot>
      </span>
    </Tooltip>
  );
}

/** Renders the menu of the current user; on a phone it includes language and theme. */
function AccountMenu({ compact, onShortcuts }: { compact: boolean; onShortcuts: () => void }) {
  const { t } = useMessages();
  const { account, role } = useSession();
  const [, navigate] = useLocation();
  const saveTheme = useSaveTheme();
  const themes = useThemeEntries(saveTheme);
  const languages = useLanguageEntries({ loggedIn: true });
  const logOut = useLogOut();
  const preferences: MenuEntry[] = [
    { heading: t("app.theme") },
    ...themes,
    "separator",
    { heading: t("app.language") },
    ...languages,
    "separator",
  ];
  const shortcuts: MenuEntry = {
    label: t("app.shortcuts"),
    icon: <Keyboard />,
    shortcut: "?",
    onSelect: onShortcuts,
  };
  const entries: MenuEntry[] = [
    { heading: role === "administrator" ? account.username : `${account.username} · ${t(`app.${role}`)}` },
    "separator",
    ...(compact ? preferences : [shortcuts]),
    { label: t("app.security"), icon: <ShieldCheck />, onSelect: () => navigate(paths.security()) },
    { label: t("app.logOut"), icon: <LogOut />, onSelect: () => logOut() },
  ];
  return (
    <Menu entries={entries}>
      <IconButton label={t("app.account")} icon={<Picture address={account.avatar} />} />
    </Menu>
  );
}

function Picture({ address }: { address: string | null }) {
  const api = useApi();
  if (address === null) return <CircleUser size={18} />;
  return <img src={api.url(address)} alt="" className="size-6 rounded-full" />;
}
