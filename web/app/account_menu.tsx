import { CircleUser, Keyboard, LogOut, ShieldCheck } from "lucide-react";
import { useLocation } from "wouter";
import { useApi } from "../api/use_api.tsx";
import { useSession } from "../api/use_session.ts";
import { paths } from "../paths.ts";
import { IconButton } from "../ui/inputs/icon_button.tsx";
import { Menu } from "../ui/overlays/menu.tsx";
import type { MenuEntry } from "../ui/overlays/menu_entries.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { useLanguageEntries, useThemeEntries } from "./preference_menus.tsx";
import { useLogOut } from "../shared/page/use_log_out.ts";
import { useSaveTheme } from "../shared/page/use_save_theme.ts";

/** The menu of whoever is logged in; on a phone it holds language and theme too. */
export function AccountMenu({ compact, onShortcuts }: { compact: boolean; onShortcuts: () => void }) {
  const { t } = useMessages();
  const { account } = useSession();
  const [, navigate] = useLocation();
  const saveTheme = useSaveTheme();
  const themes = useThemeEntries((theme) => void saveTheme(theme));
  const languages = useLanguageEntries({ loggedIn: true });
  const logOut = useLogOut();
  const preferences: MenuEntry[] = [
    { heading: t("shell.theme") },
    ...themes,
    "separator",
    { heading: t("shell.language") },
    ...languages,
    "separator",
  ];
  const shortcuts: MenuEntry = {
    label: t("shell.shortcuts"),
    icon: <Keyboard size={16} />,
    shortcut: "?",
    onSelect: onShortcuts,
  };
  const entries: MenuEntry[] = [
    { heading: account.username },
    "separator",
    ...(compact ? preferences : [shortcuts]),
    {
      label: t("shell.security"),
      icon: <ShieldCheck size={16} />,
      onSelect: () => navigate(paths.security()),
    },
    { label: t("shell.logOut"), icon: <LogOut size={16} />, onSelect: () => logOut() },
  ];
  return (
    <Menu entries={entries}>
      <IconButton tooltip={false} label={t("shell.account")} icon={<Picture address={account.avatar} />} />
    </Menu>
  );
}

function Picture({ address }: { address: string | null }) {
  const api = useApi();
  if (address === null) return <CircleUser size={18} />;
  return <img src={api.url(address)} alt="" className="size-6 rounded-full" />;
}
