import { Pencil, Trash2 } from "lucide-react";
import type { Passkey } from "../../../server/contract/passkeys.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

interface RowsProps {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

/** Passkeys line by line, or that there are none. */
export function PasskeyRows({ passkeys, onRename, onRemove }: RowsProps) {
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
              icon={<Pencil size={16} />}
              onClick={() => onRename(passkey)}
            />
            <IconButton
              size="small"
              tone="danger"
              label={t("security.removeOne", { name: passkey.name })}
              icon={<Trash2 size={16} />}
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
