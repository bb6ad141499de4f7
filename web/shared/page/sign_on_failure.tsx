import { type SignOnError, signOnErrors } from "../../../server/contract/sign_on_errors.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";

/** Renders why a login at a provider failed, by the code in the address; nothing for an unknown one. */
export function SignOnFailure({ reason, provider }: { reason: string | null; provider: string | null }) {
  const { t } = useMessages();
  const known = signOnErrors.find((one): one is SignOnError => one === reason);
  if (known === undefined) return null;
  return (
    <Callout tone="danger">{t(`signOnErrors.${known}`, { provider: provider ?? "OpenID Connect" })}</Callout>
  );
}
