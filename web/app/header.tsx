import { Search } from "lucide-react";
import { Suspense } from "react";
import { useSession } from "../api/use_session.ts";
import { IconButton } from "../ui/inputs/icon_button.tsx";
import { commandKey, KeyHint } from "../ui/data/key_hint.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { AccountMenu } from "./account_menu.tsx";
import { LiveIndicator } from "./live_indicator.tsx";
import { useCurrentTitle } from "../shared/page/page_title.tsx";
import { LanguageMenu, ThemeMenu } from "./preference_menus.tsx";
import { useNarrow } from "../ui/use_narrow.ts";
import { useQuiet } from "./use_quiet.ts";
import { useSaveTheme } from "../shared/page/use_save_theme.ts";
import { lazyPart } from "../ui/feedback/lazy.tsx";

const Bell = lazyPart(() => import("./bell/bell.tsx"), { small: true });

/** The line above every page: its title, and what is the same everywhere. */
export function Header(
  { title, drawn, onPalette, onShortcuts }: {
    title: string;
    /** Whether the page below has been drawn once. */
    drawn: boolean;
    onPalette: () => void;
    onShortcuts: () => void;
  },
) {
  const visible = useCurrentTitle(title, useSession().settings.title);
  const saveTheme = useSaveTheme();
  const narrow = useNarrow();
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface ps-4 pe-2 md:ps-6 md:pe-3">
      <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{visible}</h1>
      <PaletteButton narrow={narrow} onPalette={onPalette} />
      <LiveIndicator />
      <BellSlot drawn={drawn} />
      {!narrow && <LanguageMenu loggedIn />}
      {!narrow && <ThemeMenu onTheme={(theme) => void saveTheme(theme)} />}
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
        label={t("shell.openPalette")}
        icon={<Search size={18} />}
        onClick={onPalette}
      />
    );
  }
  return (
    <button
      type="button"
      onClick={onPalette}
      className="me-2 flex h-8 w-64 items-center gap-2 rounded-md border border-line bg-bg ps-2.5 pe-1.5 text-sm text-faint transition-colors duration-100 hover:border-line-strong icon-stroke"
    >
      <Search size={14} aria-hidden />
      <span className="flex-1 truncate text-start">{t("shell.openPalette")}</span>
      <KeyHint keys={[commandKey(), "K"]} />
    </button>
  );
}
