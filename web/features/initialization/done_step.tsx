import { BellOff, BellRing, CircleCheck, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Says what was set up and leads to the tasks. */
export function DoneStep({ account, channel }: { account: string; channel: string | null }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <CircleCheck size={40} strokeWidth={1.5} aria-hidden className="text-success-text" />
      <h2 className="mt-1 text-lg font-semibold">{t("initialization.doneTitle")}</h2>
      <p className="text-sm text-balance text-muted">{t("initialization.doneText")}</p>
      <ul className="mt-3 flex w-full flex-col gap-2 rounded-md bg-sunken p-3 text-start text-sm icon-stroke">
        <Fact icon={<UserRound size={16} />}>
          {t("notifications.wizardDoneAccount", { name: account })}
        </Fact>
        <Fact icon={channel === null ? <BellOff size={16} /> : <BellRing size={16} />}>
          {channel === null
            ? t("notifications.wizardDoneSkipped")
            : t("notifications.wizardDone", { name: channel })}
        </Fact>
      </ul>
      <Button
        variant="primary"
        autoFocus
        className="mt-4 w-full"
        onClick={() => navigate(paths.tasks(), { replace: true })}
      >
        {t("initialization.start")}
      </Button>
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-2">
      <span aria-hidden className="mt-0.5 text-muted">{icon}</span>
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </li>
  );
}
