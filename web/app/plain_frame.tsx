import type { ReactNode } from "react";
import { useTheme } from "../theme/use_theme.tsx";
import { useCurrentTitle } from "../shared/page/page_title.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { LanguageMenu, ThemeMenu } from "./preference_menus.tsx";

/** The layout of pages without login: one centered column, language and theme in the corner. */
export function PlainFrame({ title, children }: { title: string; children: ReactNode }) {
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
