import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ShieldCheck } from "../../ui/icons/icons.ts";

/** Says that the role of the person does not include a page, with a link home. */
export function NotPermitted() {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<ShieldCheck size={22} />}
      title={t("app.notPermitted")}
      text={t("app.notPermittedHelp")}
      action={<ButtonLink href={paths.home()} variant="primary">{t("app.goOverview")}</ButtonLink>}
    />
  );
}
