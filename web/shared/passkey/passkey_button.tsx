import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { PasskeyQuestion, PresentedPasskey } from "../../../server/contract/passkeys.ts";
import { showPasskey } from "../../api/passkey_device.ts";
import { passkeyObstacle } from "../../api/use_passkeys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { ApiProblem } from "../../api/api_problem.ts";
import type { Translate } from "../../messages/create_messages.ts";

/** Renders a button that asks for a passkey and sends the signed response; nothing when passkeys are unavailable. */
export function PasskeyButton(
  { label, send }: { label: string; send: (visible: PresentedPasskey) => Promise<void> },
) {
  const { t } = useMessages();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (passkeyObstacle() !== null) return null;
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const question = await api.post<PasskeyQuestion>("/auth/login", { passkey: null });
      await send(await showPasskey(question));
    } catch (refusal) {
      setError(passkeyProblem(refusal, t, t("auth.passkeyNotUsed")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Button icon={<KeyRound size={16} />} loading={busy} keepsFocus onClick={() => void start()}>
        {label}
      </Button>
      {error && <div role="alert" className="text-xs text-danger-text">{error}</div>}
    </div>
  );
}

/**
 * Returns the message for a passkey that the browser or the server rejected; `otherwise` when the browser gives no
 * reason, such as when the user cancels.
 */
export function passkeyProblem(error: unknown, t: Translate, otherwise: string): string {
  if (error instanceof ApiProblem) return error.issues[0]?.message ?? error.detail;
  if (!(error instanceof DOMException)) throw error;
  if (error.name === "InvalidStateError") return t("auth.passkeyOnDevice");
  return error.name === "SecurityError" ? t("auth.passkeyOtherName") : otherwise;
}
