import { ArrowLeft, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { paths } from "../../../paths.ts";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { ButtonLink } from "../../../ui/inputs/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { WorkFrame } from "../../../ui/data/work_frame.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { FileEditor } from "../document/file_editor.tsx";
import { ConfigActions } from "./config_actions.tsx";
import { ConfigList } from "./config_list.tsx";
import { listConfig } from "./known_files.ts";
import { MissingConfig } from "./missing_config.tsx";
import { NameDialog } from "./name_dialog.tsx";
import { useConfigActions } from "./use_config_actions.ts";
import { useConfigFiles, useSamples } from "./use_config_files.ts";

/** The configuration files beside the one that is open; on a phone one or the other. */
export default function ConfigPage() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const [query] = useSearchParams();
  const visible = query.get("file");
  const narrow = useNarrow();
  const files = useConfigFiles();
  const samples = useSamples();
  const actions = useConfigActions();
  const [asking, setAsking] = useState(false);
  usePageTitle(visible, { tabOnly: true });
  const lines = files.data && samples.data && listConfig({
    files: files.data,
    samples: samples.data.map(({ name }) => name),
  });
  const create = async (name: string) => {
    await actions.create(name, "");
    navigate(paths.config(name));
  };
  return (
    <>
      <WorkFrame>
        {(!narrow || visible === null) && (
          <div className={classNames("shrink-0", narrow ? "w-full" : "w-72 border-e border-line")}>
            <ConfigList
              lines={lines}
              visible={visible}
              error={files.error ?? samples.error}
              onNew={() =>
                setAsking(true)}
              onRetry={() => void Promise.all([files.refetch(), samples.refetch()])}
            />
          </div>
        )}
        {visible !== null && (
          <div className="min-w-0 flex-1">
            <OpenFile key={visible} path={visible} actions={actions} samples={samples.data} narrow={narrow} />
          </div>
        )}
        {visible === null && !narrow && (
          <div className="flex min-w-0 flex-1 items-center justify-center">
            <EmptyState
              icon={<SlidersHorizontal size={22} aria-hidden />}
              title={t("files.configChoose")}
              text={t("files.configChooseHelp")}
            />
          </div>
        )}
      </WorkFrame>
      {asking && (
        <NameDialog
          title={t("files.configNew")}
          help={t("files.configNewHelp")}
          confirmLabel={t("ui.create")}
          onName={create}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function OpenFile(
  { path, actions, samples, narrow }: {
    path: string;
    actions: ReturnType<typeof useConfigActions>;
    samples: ReturnType<typeof useSamples>["data"];
    narrow: boolean;
  },
) {
  const { t } = useMessages();
  const [dirty, setDirty] = useState(false);
  const [made, setMade] = useState(0);
  const sample = samples?.find(({ name }) => name === path);
  const back = narrow && (
    <ButtonLink href={paths.config()} variant="ghost" size="small" icon={<ArrowLeft size={16} aria-hidden />}>
      <span className="sr-only">{t("files.configToList")}</span>
    </ButtonLink>
  );
  const missing = (
    <>
      {back && <div className="border-b border-line bg-surface px-2 py-1.5">{back}</div>}
      <MissingConfig {...{ path, sample, actions }} onCreated={() => setMade(made + 1)} />
    </>
  );
  return (
    <FileEditor
      key={made}
      area="config"
      path={path}
      mode="open"
      start={back}
      missing={samples && missing}
      onDirty={setDirty}
      actions={<ConfigActions {...{ path, actions, dirty }} hasSample={sample !== undefined} />}
    />
  );
}
