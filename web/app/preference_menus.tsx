import { Languages, Monitor, Moon, Sun } from "lucide-react";
import type { Language, Theme } from "../../server/contract/settings.ts";
import { IconButton } from "../ui/inputs/icon_button.tsx";
import { Menu } from "../ui/overlays/menu.tsx";
import type { MenuItem } from "../ui/overlays/menu_entries.ts";
import { resolveTheme } from "../theme/theme.ts";
import { useTheme } from "../theme/use_theme.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { useLanguageSwitch } from "../shared/page/use_language_switch.ts";

const themeIcons = { light: Sun, dark: Moon, system: Monitor };

/** Gives the lines that choose a theme. */
export function useThemeEntries(onTheme: (theme: Theme) => void): MenuItem[] {
  const { t } = useMessages();
  const { theme } = useTheme();
  return (["light", "dark", "system"] as const).map((value) => {
    const Icon = themeIcons[value];
    return {
      label: t(`shell.${value}`),
      icon: <Icon size={16} />,
      checked: theme === value,
      onSelect: () => onTheme(value),
    };
  });
}

/** Gives the lines that choose a language, each in its own words. */
export function useLanguageEntries({ loggedIn }: { loggedIn: boolean }): MenuItem[] {
  const { t, language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn });
  const line = (value: Language, label: string): MenuItem => ({
    label,
    checked: language === value,
    onSelect: () => value !== language && void switchTo(value),
  });
  return [line("en", t("shell.languageEnglish")), line("zh", t("shell.languageChinese"))];
}

/** A button that opens the choice of the language. */
export function LanguageMenu({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useMessages();
  return (
    <Menu entries={useLanguageEntries({ loggedIn })}>
      <IconButton tooltip={false} label={t("shell.language")} icon={<Languages size={16} />} />
    </Menu>
  );
}

/** A button that opens the choice of the theme and shows the one in force. */
export function ThemeMenu({ onTheme }: { onTheme: (theme: Theme) => void }) {
  const { t } = useMessages();
  const Icon = themeIcons[resolveTheme(useTheme().theme)];
  return (
    <Menu entries={useThemeEntries(onTheme)}>
      <IconButton tooltip={false} label={t("shell.theme")} icon={<Icon size={16} />} />
    </Menu>
  );
}
