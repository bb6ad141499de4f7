import { Suspense } from "react";
import { useLocation } from "wouter";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { paths } from "../../paths.ts";
import { Logo } from "../../shared/page/logo.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { FactList } from "../../ui/data/fact_list.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { DataCard, MachineCard } from "./machine_cards.tsx";
import { HelpCard } from "./help_card.tsx";
import { UpdateCard } from "./update_card.tsx";
import { useSystem } from "./use_system.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const UpdateDialog = lazyDialog(() => import("./update_dialog.tsx"));

/** The tab of what this panel is, and the dialog over it that looks for a newer one. */
export default function AboutTab() {
  const [address, navigate] = useLocation();
  const { data, error, refetch } = useSystem();
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />;
  }
  const close = () => {
    if (history.state?.beneath) return history.back();
    navigate(paths.about(), { replace: true });
  };
  return (
    <div className="flex flex-col gap-5">
      <PanelCard details={data} />
      <UpdateCard details={data} />
      <HelpCard details={data} />
      <MachineCard machine={data.machine} />
      <DataCard data={data.data} />
      {address.replace(/\/+$/, "").endsWith("/checkUpdate") && (
        <FocusBack>
          <Suspense>
            <UpdateDialog details={data} onClose={close} />
          </Suspense>
        </FocusBack>
      )}
    </div>
  );
}

function PanelCard({ details }: { details: SystemDetails }) {
  const { t } = useMessages();
  const { version, commit, builtAt, deno, program, startedAt } = details;
  return (
    <Card>
      <div className="mb-4 flex items-center gap-3">
        <Logo size={40} />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">Sundial · {t("about.version", { version })}</h2>
          <p className="text-sm text-muted">{t("about.what")}</p>
        </div>
      </div>
      <FactList
        details={[
          commit === null ? null : [t("about.commit"), <Mono key="commit" text={commit} />],
          builtAt === null ? null : [t("about.builtAt"), <ExactTime key="built" at={builtAt} />],
          [t("about.program"), t(`about.${program.kind}`)],
          program.path === null ? null : [t("about.programFile"), <Mono key="path" text={program.path} />],
          [t("about.runtime"), `Deno ${deno}`],
          [t("about.startedAt"), <ExactTime key="started" at={startedAt} />],
        ]}
      />
    </Card>
  );
}

function Mono({ text }: { text: string }) {
  return <span className="font-mono text-xs break-all">{text}</span>;
}
