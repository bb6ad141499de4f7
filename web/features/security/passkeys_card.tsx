import { useState } from "react";
import type { Passkey, PasskeyOffer } from "../../../server/contract/passkeys.ts";
import { passkeyObstacle, usePasskeys } from "../../api/use_passkeys.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAccountAction } from "./use_account.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { Pencil, Trash2 } from "../../ui/icons/icons.ts";
import { Badge } from "../../ui/feedback/badge.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { accountLimits } from "../../../server/contract/limits/account.ts";

const PasskeyDialog = lazyDialog(() => import("./passkey_dialog.tsx"));

const obstacleMessages = {
  address: "security.passkeyNeedsName",
  insecure: "security.passkeyNeedsHttps",
  unsupported: "security.passkeyNoBrowser",
} as const;

/** Renders the passkeys of the account, and the actions to add, rename and remove one. */
export function PasskeysCard() {
  const { t } = useMessages();
  const { data, error, refetch } = usePasskeys();
  const [opened, setOpened] = useState<{ offer: PasskeyOffer } | { passkey: Passkey } | null>(null);
  const { ask, question } = useConfirm();
  // The options are requested first: this may require re-authentication, and browsers require that the click
  // that creates the passkey is the most recent one.
  const start = useAction({
    send: (api, _: void) => api.post<PasskeyOffer>("/account/passkeys/start"),
    invalidates: [],
  });
  const remove = useAccountAction(
    (api, { id }: Passkey) => api.delete<void>(`/account/passkeys/${id}`),
    "security.passkeyRemoved",
  );
  const askRemove = (passkey: Passkey) =>
    ask({
      danger: true,
      title: t("security.removePasskey"),
      text: t("security.removePasskeyText", { name: passkey.name }),
      confirmLabel: t("security.removePasskey"),
      onConfirm: () => remove.mutateAsync(passkey),
    });
  const obstacle = passkeyObstacle();
  const isFull = (data?.total ?? 0) >= accountLimits.passkeys;
  const hint = obstacle
    ? t(obstacleMessages[obstacle])
    : isFull && t("security.passkeysFull", { max: accountLimits.passkeys });
  return (
    <Card
      id="passkeys"
      title={t("security.passkeys")}
      help={t("security.passkeysHelp")}
      flush
      actions={data && !hint && (
        <Button
          variant="primary"
          loading={start.isPending}
          keepsFocus
          onClick={() => start.mutate(undefined, { onSuccess: (offer) => setOpened({ offer }) })}
        >
          {t("security.addPasskey")}
        </Button>
      )}
      footer={hint && <p className="text-sm text-muted">{hint}</p>}
    >
      {data
        ? (
          <PasskeyRows
            passkeys={data.items}
            onRename={(passkey) => setOpened({ passkey })}
            onRemove={askRemove}
          />
        )
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <div className="h-14" />}
      {opened && (
        <FocusBack>
          <PasskeyDialog {...opened} onClose={() => setOpened(null)} />
        </FocusBack>
      )}
      {question}
    </Card>
  );
}
interface RowsProps {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

/** Renders the passkeys, or a hint when there are none. */
function PasskeyRows({ passkeys, onRename, onRemove }: RowsProps) {
  const { t } = useMessages();
  if (passkeys.length === 0) return <p className="p-4 text-sm text-muted">{t("security.noPasskeys")}</p>;
  return (
    <ul aria-label={t("security.passkeys")}>
      {passkeys.map((passkey) => (
        <li
          key={passkey.id}
          className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
        >
          <div className="min-w-0 flex-1">
            <Title passkey={passkey} />
            <Times passkey={passkey} />
            {!passkey.usable && (
              <div className="text-xs break-words text-warning-text">
                {t("security.passkeyOfHost", { host: passkey.host })}
              </div>
            )}
          </div>
          <span className="-me-1.5 flex items-center gap-0.5">
            <IconButton
              size="small"
              label={t("security.renameOne", { name: passkey.name })}
              icon={<Pencil />}
              onClick={() => onRename(passkey)}
            />
            <IconButton
              size="small"
              tone="danger"
              label={t("security.removeOne", { name: passkey.name })}
              icon={<Trash2 />}
              onClick={() => onRemove(passkey)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Title({ passkey: { name, synced } }: { passkey: Passkey }) {
  const { t } = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="min-w-0 break-words">{name}</span>
      <Badge>{t(synced ? "security.passkeySynced" : "security.passkeyBound")}</Badge>
    </div>
  );
}

function Times({ passkey: { createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t, format } = useMessages();
  return (
    <div className="text-xs text-muted">
      {t("security.passkeySince", { date: format.dateTime(createdAt) })}
      {" · "}
      {lastUsedAt === null ? t("security.passkeyNeverUsed") : (
        <>
          {t("security.passkeyUsed")} <RelativeTime at={lastUsedAt} />
        </>
      )}
    </div>
  );
}
