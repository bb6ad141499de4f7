import { Compass } from "lucide-react";
import { useLocation } from "wouter";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/inputs/button.tsx";
import { EmptyState } from "../ui/feedback/empty_state.tsx";
import { useMessages } from "../messages/use_messages.tsx";

/** Renders the page for unknown URLs, with a link home. */
export function NotFound() {
  const { t } = useMessages();
  const [address] = useLocation();
  return (
    <EmptyState
      icon={<Compass size={22} />}
      title={t("shell.notFound")}
      text={t("shell.notFoundHelp", { address })}
      action={<ButtonLink href={paths.tasks()} variant="primary">{t("shell.goHome")}</ButtonLink>}
    />
  );
}
