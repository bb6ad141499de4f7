import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "../../ui/icons/icons.ts";
import type { PasskeyQuestion, PresentedPasskey } from "../../../server/contract/passkeys.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { showPasskey } from "../../api/passkey_device.ts";
import { useApi } from "../../api/use_api.tsx";
import { passkeyObstacle } from "../../api/use_passkeys.ts";
import type { Translate } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";

/** Renders a button that asks for a passkey and sends the signed response; nothing when passkeys are unavailable. */
export function PasskeyButton(
  { label, send }: { label: string; send: (passkey: PresentedPasskey) => Promise<void> },
) {
  const { t } = useMessages();
  const api = useApi();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const question = await api.post<PasskeyQuestion>("/auth/login", { passkey: null });
      await send(await showPasskey(question));
    },
  });
  if (passkeyObstacle() !== null) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <Button icon={<KeyRound />} loading={isPending} keepsFocus onClick={() => mutate()}>{label}</Button>
      {error && (
        <div role="alert" className="text-xs text-danger-text">
          {passkeyProblem(error, t, t("auth.passkeyNotUsed"))}
        </div>
      )}
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
