import { SearchX } from "lucide-react";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/inputs/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** Says that there is no such task, and the way to those there are. */
export function TaskNotFound() {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title={t("tasks.notFound")}
      text={t("tasks.notFoundHelp")}
      action={<ButtonLink href={paths.tasks()} variant="primary">{t("task.toList")}</ButtonLink>}
    />
  );
}
