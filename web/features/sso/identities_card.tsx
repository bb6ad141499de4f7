import { useSearchParams } from "wouter";
import type { Identities, Identity } from "../../../server/contract/identity_providers.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { Trash2 } from "../../ui/icons/icons.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { SignOnFailure } from "../../shared/page/sign_on_failure.tsx";
import { useIdentities, useLinkIdentity, useUnlinkIdentity } from "./api.ts";

/** Renders with which identities the account logs in; nothing where the panel has no providers. */
export function IdentitiesCard() {
  const { data } = useIdentities();
  if (!data || data.items.length + data.providers.length === 0) return null;
  return <Content data={data} />;
}

function Content({ data: { items, providers } }: { data: Identities }) {
  const { t } = useMessages();
  const [search] = useSearchParams();
  const link = useLinkIdentity();
  return (
    <Card
      id="identities"
      title={t("sso.identities")}
      help={t("sso.identitiesHelp")}
      flush
      actions={providers.map(({ id, name }) => (
        <Button
          key={id}
          keepsFocus
          loading={link.isPending && link.variables === id}
          onClick={() => link.mutate(id)}
        >
          {t("sso.linkTo", { provider: name })}
        </Button>
      ))}
    >
      {search.has("error") && (
        <div className="p-4">
          <SignOnFailure
            reason={search.get("error")}
            provider={search.get("provider")}
            providers={[...providers, ...items.map(({ provider }) => ({ name: provider }))]}
          />
        </div>
      )}
      {items.length === 0
        ? <p className="p-4 text-sm text-muted">{t("sso.noIdentities")}</p>
        : (
          <ul aria-label={t("sso.identities")}>
            {items.map((identity) => <IdentityRow key={identity.id} identity={identity} />)}
          </ul>
        )}
    </Card>
  );
}

function IdentityRow({ identity }: { identity: Identity }) {
  const { t, format } = useMessages();
  const { ask, question } = useConfirm();
  const unlink = useUnlinkIdentity();
  const { provider, email, createdAt, lastLoginAt } = identity;
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0">
      <div className="min-w-0 flex-1">
        <div className="break-words">{[provider, email].filter(Boolean).join(" · ")}</div>
        <div className="text-xs text-muted">
          {t("sso.linkedSince", { date: format.dateTime(createdAt) })}
          {" · "}
          {lastLoginAt === null ? t("sso.neverUsed") : (
            <>
              {t("sso.lastUsed")} <RelativeTime at={lastLoginAt} />
            </>
          )}
        </div>
      </div>
      <IconButton
        size="small"
        tone="danger"
        label={t("sso.unlinkOne", { provider })}
        icon={<Trash2 />}
        onClick={() =>
          ask({
            danger: true,
            title: t("sso.unlinkOne", { provider }),
            text: t("sso.unlinkText", { provider }),
            confirmLabel: t("sso.unlinkOne", { provider }),
            onConfirm: () => unlink.mutateAsync(identity),
          })}
      />
      {question}
    </li>
  );
}
