import { ArrowLeft, FilePlus2, FileQuestion, SlidersHorizontal } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { paths } from "../../../paths.ts";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { WorkFrame } from "../../../ui/data/work_frame.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import FileEditor from "../editor/file_editor.tsx";
import { ConfigList, listConfig } from "./config_list.tsx";
import { ConfigActions, type ConfigFileActions, NameDialog, useConfigActions } from "./config_actions.tsx";
import { useQuery } from "@tanstack/react-query";
import type { FileEntry, FileTree, SampleFile } from "../../../../server/contract/files.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import type { Api } from "../../../api/request.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { CodeEditor } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** Renders the list of configuration files and the open one; on a narrow screen one of the two. */
export default function ConfigPage() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const [query] = useSearchParams();
  const current = query.get("file");
  const narrow = useNarrow();
  const files = useConfigFiles();
  const samples = useSamples();
  const actions = useConfigActions();
  const [asking, setAsking] = useState(false);
  usePageTitle(current, { tabOnly: true });
  const lines = files.data && samples.data && listConfig({
    files: files.data,
    samples: samples.data.map(({ name }) => name),
  });
  const create = async (name: string) => {
    await actions.create.mutateAsync({ path: name, content: "" });
    navigate(paths.config(name));
  };
  return (
    <>
      <WorkFrame>
        {(!narrow || current === null) && (
          <div className={classNames("shrink-0", narrow ? "w-full" : "w-72 border-e border-line")}>
            <ConfigList
              lines={lines}
              current={current}
              error={files.error ?? samples.error}
              onNew={() =>
                setAsking(true)}
              onRetry={() => void Promise.all([files.refetch(), samples.refetch()])}
            />
          </div>
        )}
        {current !== null && (
          <div className="min-w-0 flex-1">
            <OpenFile key={current} path={current} actions={actions} samples={samples.data} narrow={narrow} />
          </div>
        )}
        {current === null && !narrow && (
          <div className="flex min-w-0 flex-1 items-center justify-center">
            <EmptyState
              icon={<SlidersHorizontal size={22} />}
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
    <ButtonLink href={paths.config()} variant="ghost" size="small" icon={<ArrowLeft />}>
      <span className="sr-only">{t("files.configToList")}</span>
    </ButtonLink>
  );
  const missing = (
    <>
      {back && <div className="border-b border-line bg-surface px-2 py-1.5">{back}</div>}
      <MissingConfig path={path} sample={sample} actions={actions} onCreated={() => setMade(made + 1)} />
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
      actions={<ConfigActions path={path} actions={actions} dirty={dirty} hasSample={sample !== undefined} />}
    />
  );
}

const deepest = 3;

/** Queries the configuration files, including those in folders. */
function useConfigFiles() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.files("config", "all"),
    queryFn: () => listBelow(api, "", deepest),
  });
}

/** Queries the samples that ship with Sundial. */
function useSamples() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.files("config", "samples"),
    queryFn: async () => (await api.get<{ items: SampleFile[] }>("/files/config/samples")).items,
    staleTime: Infinity,
  });
}

/** Lists a folder recursively, up to `depth` levels. */
async function listBelow(api: Api, path: string, depth: number): Promise<string[]> {
  const { entries } = await api.get<FileTree>("/files/config/tree", { query: { path } });
  const folders = depth > 0 ? entries.filter(({ kind }) => kind === "folder") : [];
  const below = await Promise.all(folders.map((folder) => listBelow(api, folder.path, depth - 1)));
  return [...entries.filter(isFile).map((entry) => entry.path), ...below.flat()];
}

function isFile({ kind, link }: FileEntry): boolean {
  return kind === "file" || (link?.state === "inside" && link.targetKind === "file");
}

/** Renders a missing file: its sample, which can be saved as the file, or a hint. */
function MissingConfig(
  { path, sample, actions, onCreated }: {
    path: string;
    sample: SampleFile | undefined;
    actions: ConfigFileActions;
    onCreated: () => void;
  },
) {
  const { t } = useMessages();
  const toast = useToast();
  const [settings] = useEditorSettings();
  const { mutate, isPending } = actions.create;
  const mayWrite = useMay("config:write");
  if (!sample) {
    return (
      <EmptyState
        icon={<FileQuestion size={22} />}
        title={t("editor.missing")}
        text={t("editor.missingHelp", { path })}
        action={<ButtonLink href={paths.config()}>{t("files.configToList")}</ButtonLink>}
      />
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-4 py-3 text-sm text-accent-text">
        <p className="min-w-0 flex-1 basis-60">{t("files.configMissingHelp", { name: path })}</p>
        {mayWrite && (
          <Button
            variant="primary"
            icon={<FilePlus2 size={14} />}
            loading={isPending}
            onClick={() =>
              mutate({ path, content: sample.content }, { onSuccess: onCreated, onError: toast.problem })}
          >
            {t("files.configCreateFromSample")}
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1">
        <CodeEditor
          docKey={`sample ${path}`}
          text={sample.content}
          fileName={path}
          label={t("files.configSample", { name: path })}
          readOnly
          settings={settings}
        />
      </div>
    </div>
  );
}
