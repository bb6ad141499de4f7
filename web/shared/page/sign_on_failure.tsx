import { type SignOnError, signOnErrors } from "../../../server/contract/sign_on_errors.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";

/** Why a login at a provider failed, from the address of a page. */
export interface FailedSignOn {
  reason: string | null;
  provider: string | null;
}

/**
 * Renders why a login at a provider failed; nothing for an unknown code, and no name that is not one of the providers': anybody
 * can write an address.
 */
export function SignOnFailure(
  { reason, provider, providers }: FailedSignOn & { providers: readonly { name: string }[] },
) {
  const { t } = useMessages();
  const known = signOnErrors.find((one): one is SignOnError => one === reason);
  if (known === undefined) return null;
  const name = providers.find((one) => one.name === provider)?.name ?? "OpenID Connect";
  return <Callout tone="danger">{t(`signOnErrors.${known}`, { provider: name })}</Callout>;
}
