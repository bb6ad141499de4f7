import { Languages, Monitor, Moon, Sun } from "../ui/icons/icons.ts";
import type { Theme } from "../../server/contract/settings.ts";
import { IconButton } from "../ui/buttons/icon_button.tsx";
import { Menu } from "../ui/overlays/menu.tsx";
import type { MenuItem } from "../ui/overlays/menu_entries.ts";
import { resolveTheme, useTheme } from "../theme/theme.tsx";
import { type LanguageChoice, languageChoice } from "../messages/language.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { useLanguageSwitch } from "../shared/page/use_language_switch.ts";

const themeIcons = { light: Sun, dark: Moon, system: Monitor };

export function useThemeEntries(onTheme: (theme: Theme) => void): MenuItem[] {
  const { t } = useMessages();
  const { theme } = useTheme();
  return (["light", "dark", "system"] as const).map((value) => {
    const Icon = themeIcons[value];
    return {
      label: t(`app.${value}`),
      icon: <Icon />,
      checked: theme === value,
      onSelect: () => onTheme(value),
    };
  });
}

/** Returns the menu entries that select a language, each named in its own language. */
export function useLanguageEntries({ loggedIn }: { loggedIn: boolean }): MenuItem[] {
  const { t, language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn });
  const chosen = languageChoice(language);
  const line = (value: LanguageChoice, label: string): MenuItem => ({
    label,
    checked: chosen === value,
    onSelect: () => value !== chosen && void switchTo(value),
  });
  return [
    line("en", t("app.languageEnglish")),
    line("zh", t("app.languageChinese")),
    line("system", t("app.languageSystem")),
  ];
}

export function LanguageMenu({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useMessages();
  return (
    <Menu entries={useLanguageEntries({ loggedIn })}>
      <IconButton label={t("app.language")} icon={<Languages />} />
    </Menu>
  );
}

export function ThemeMenu({ onTheme }: { onTheme: (theme: Theme) => void }) {
  const { t } = useMessages();
  const Icon = themeIcons[resolveTheme(useTheme().theme)];
  return (
    <Menu entries={useThemeEntries(onTheme)}>
      <IconButton label={t("app.theme")} icon={<Icon />} />
    </Menu>
  );
}
