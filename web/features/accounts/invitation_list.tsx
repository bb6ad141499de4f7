import type { Invitation } from "../../../server/contract/accounts.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { RoleLabels } from "./role_labels.tsx";

/** Renders the invitations that can be used, and buttons to withdraw them. */
export function InvitationList(
  { invitations, onWithdraw }: {
    invitations: readonly Invitation[];
    onWithdraw: (invitation: Invitation) => void;
  },
) {
  const { t } = useMessages();
  if (invitations.length === 0) return null;
  return (
    <Card title={t("accounts.invitations")} flush>
      <ul aria-label={t("accounts.invitations")} className="m-0 list-none divide-y divide-line p-0">
        {invitations.map((invitation) => (
          <Line
            key={invitation.id}
            invitation={invitation}
            onWithdraw={() => onWithdraw(invitation)}
          />
        ))}
      </ul>
    </Card>
  );
}

function Line({ invitation, onWithdraw }: { invitation: Invitation; onWithdraw: () => void }) {
  const { t } = useMessages();
  const { username, createdBy, expiresAt } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-40 flex-1">
        <RoleLabels {...invitation} />
        <p className="mt-0.5 text-xs break-words text-muted">
          {username === null ? t("accounts.invitationOpen") : t("accounts.invitationFor", { name: username })}
          {" · "}
          {t("accounts.invitedBy", { name: createdBy })}
        </p>
      </div>
      <span className="text-xs text-muted">
        {t("accounts.until")} <ExactTime at={expiresAt} />
      </span>
      <Button size="small" onClick={onWithdraw}>{t("accounts.withdraw")}</Button>
    </li>
  );
}
