import { useState } from "react";
import type { IdentityProvider, IdentityProviders } from "../../../server/contract/identity_providers.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { useSaveSettings, useSettings } from "../../shared/settings/use_settings.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { redirectAddress, useProviders, useRemoveProvider } from "./api.ts";

const ProviderDialog = lazyDialog(() => import("./provider_dialog.tsx"));

/** Renders how people can log in to the panel, for administrators: providers, the header of a proxy, passwords. */
export function ProvidersCard() {
  const { t } = useMessages();
  const { data, error, refetch } = useProviders();
  const [opened, setOpened] = useState<{ provider: IdentityProvider | null } | null>(null);
  return (
    <Card
      id="providers"
      title={t("sso.providers")}
      help={t("sso.providersHelp")}
      flush
      actions={data && (
        <Button keepsFocus onClick={() => setOpened({ provider: null })}>{t("sso.add")}</Button>
      )}
    >
      {data
        ? <Content data={data} onEdit={(provider) => setOpened({ provider })} />
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <div className="h-14" />}
      {opened && (
        <FocusBack>
          <ProviderDialog {...opened} onClose={() => setOpened(null)} />
        </FocusBack>
      )}
    </Card>
  );
}

function Content(
  { data: { items, proxy }, onEdit }: {
    data: IdentityProviders;
    onEdit: (provider: IdentityProvider) => void;
  },
) {
  const { t } = useMessages();
  return (
    <>
      {items.length === 0
        ? <p className="border-b border-line p-4 text-sm text-muted">{t("sso.noProviders")}</p>
        : (
          <ul aria-label={t("sso.providers")}>
            {items.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                onEdit={() => onEdit(provider)}
              />
            ))}
          </ul>
        )}
      {proxy && (
        <div className="border-b border-line p-4">
          <Callout tone={proxy.reachablePast ? "danger" : "accent"}>
            {t(proxy.reachablePast ? "sso.proxyExposed" : "sso.proxy", { header: proxy.header })}
            {proxy.reachedFrom !== null && (
              <p className="mt-1 font-medium">{t("sso.proxyPassed", { address: proxy.reachedFrom })}</p>
            )}
          </Callout>
        </div>
      )}
      <PasswordRow />
    </>
  );
}

function ProviderRow({ provider, onEdit }: { provider: IdentityProvider; onEdit: () => void }) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const remove = useRemoveProvider();
  const { name, issuer, identities } = provider;
  const address = redirectAddress(provider);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      <div className="flex min-w-60 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium break-words">{name}</span>
        <span className="font-mono text-xs break-all text-muted">{issuer}</span>
        <span className="text-xs text-muted">{t("sso.usedBy", { count: identities })}</span>
        <span className="mt-1 text-xs text-muted">{t("sso.redirectAddress")}</span>
        <span className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-xs break-all">{address}</code>
          <CopyButton text={address} />
        </span>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button size="small" aria-label={t("sso.editOne", { name })} onClick={onEdit}>{t("sso.edit")}</Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={t("sso.removeOne", { name })}
          onClick={() =>
            ask({
              danger: true,
              title: t("sso.removeTitle", { name }),
              text: t("sso.removeText", { count: identities }),
              confirmLabel: t("sso.remove"),
              onConfirm: () => remove.mutateAsync(provider),
            })}
        >
          {t("sso.remove")}
        </Button>
      </div>
      {question}
    </li>
  );
}

function PasswordRow() {
  const { data } = useSettings();
  if (!data) return <div className="h-16" />;
  return <PasswordSwitch settings={data} />;
}

function PasswordSwitch({ settings }: { settings: NonNullable<ReturnType<typeof useSettings>["data"]> }) {
  const { save, busy } = useSaveSettings(settings);
  return (
    <SettingRow id="passwordLogin">
      {(label) => (
        <Switch
          hideLabel
          label={label}
          checked={settings.passwordLogin}
          disabled={busy}
          onChecked={(passwordLogin) => void save({ passwordLogin })}
        />
      )}
    </SettingRow>
  );
}
