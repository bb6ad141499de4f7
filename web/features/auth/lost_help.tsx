import { useMessages } from "../../messages/use_messages.tsx";

const commands = { password: "sundial reset-password", factor: "sundial reset-2fa" };

/** Says how one comes in again without the password, or without phone and recovery codes: from the machine itself. */
export function LostHelp({ lost }: { lost: keyof typeof commands }) {
  const { t } = useMessages();
  return (
    <details className="text-sm text-muted">
      <summary className="cursor-pointer touch:py-2">{t(`auth.lost_${lost}`)}</summary>
      <p className="mt-2">{t("auth.lostHelp")}</p>
      <code className="mt-1 block rounded-md bg-sunken px-3 py-2 font-mono text-xs">{commands[lost]}</code>
    </details>
  );
}
