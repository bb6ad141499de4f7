import type { LoginResult } from "../../../server/contract/auth.ts";
import type { PresentedPasskey } from "../../../server/contract/passkeys.ts";
import { useApi } from "../../api/use_api.tsx";
import { PasskeyButton } from "../../shared/passkey/passkey_button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Renders the button to log in with a passkey instead of name, password and code. */
export default function PasskeyLogin({ onEntered }: { onEntered: (result: LoginResult) => void }) {
  const { t } = useMessages();
  const api = useApi();
  const send = async (passkey: PresentedPasskey) =>
    onEntered(await api.post<LoginResult>("/auth/login", { passkey }));
  return <PasskeyButton label={t("auth.passkeyLogin")} send={send} />;
}
