import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, RotateCw } from "../../ui/icons/icons.ts";
import type { Release, SystemDetails, UpdateCheck, UpdateObstacle } from "../../../server/contract/system.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useShutdownNotice } from "./progress/use_shutdown_notice.ts";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";

interface UpdateDialogProps {
  details: SystemDetails;
  onClose: () => void;
}

/** The server aborts after half a minute with an error. */
const patienceMs = 60_000;

/** Checks for a newer release, and installs it. */
export default function UpdateDialog({ details, onClose }: UpdateDialogProps) {
  const { t } = useMessages();
  const check = useCheck();
  const install = useInstall();
  const release = check.data?.state === "available" ? check.data.release : null;
  const mayInstall = release !== null && release.size !== null && check.data?.obstacle === null;
  return (
    <Dialog
      onClose={onClose}
      title={release ? t("about.available", { version: release.version }) : t("about.checkTitle")}
      footer={
        <>
          {check.error && !isImpossible(check.error) && (
            <Button
              icon={<RotateCw size={14} />}
              onClick={() => void check.refetch()}
            >
              {t("ui.retry")}
            </Button>
          )}
          <Button onClick={onClose}>{t(release ? "about.later" : "ui.close")}</Button>
          {release && mayInstall && (
            <Button
              variant="primary"
              loading={install.isPending}
              onClick={() => install.mutate(release.version)}
            >
              {t("about.install")}
            </Button>
          )}
        </>
      }
    >
      {check.isFetching
        ? <Checking />
        : check.error
        ? <Failure error={check.error} details={details} />
        : check.data && <Found check={check.data} />}
    </Dialog>
  );
}

// Checks each time the dialog opens; earlier results are in the card.
function useCheck() {
  const api = useApi();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["update-check"],
    queryFn: async ({ signal }) => {
      try {
        return await api.post<UpdateCheck>("/system/update/check", undefined, {
          signal,
          timeoutMs: patienceMs,
        });
      } finally {
        void queries.invalidateQueries({ queryKey: queryKeys.system() });
      }
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

function useInstall() {
  const api = useApi();
  const toast = useToast();
  const shutdownNotice = useShutdownNotice("update", { replace: true });
  return useMutation({
    mutationFn: (version: string) => shutdownNotice(() => api.post("/system/update/install", { version })),
    onError: toast.problem,
  });
}

function Checking() {
  const { t } = useMessages();
  return (
    <div role="status" className="flex items-center gap-3 py-6 text-sm text-muted">
      <Spinner size="default" />
      {t("about.checking")}
    </div>
  );
}

function Failure({ error, details }: { error: unknown; details: SystemDetails }) {
  const { t } = useMessages();
  if (isImpossible(error)) {
    return <Obstacle obstacle={details.update.obstacle ?? "no_address"} image={null} />;
  }
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <Callout tone="danger">
      <p className="font-medium">{problem?.title ?? t("app.crashed")}</p>
      {problem && <p>{problem.detail}</p>}
    </Callout>
  );
}

function isImpossible(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "update_impossible";
}

function Found({ check: { state, release, current, obstacle } }: { check: UpdateCheck }) {
  const { t } = useMessages();
  if (state === "available" && release) {
    return <NewRelease release={release} current={current} obstacle={obstacle} />;
  }
  return (
    <div role="status" className="flex items-start gap-3 py-4 icon-stroke">
      <CircleCheck size={22} className="shrink-0 text-success-text" />
      <div>
        <p className="text-base font-medium">{t("about.latest")}</p>
        <p className="text-sm text-muted">{t("about.latestText", { version: current })}</p>
      </div>
    </div>
  );
}

function NewRelease(
  { release, current, obstacle }: { release: Release; current: string; obstacle: UpdateCheck["obstacle"] },
) {
  const { t, format, language } = useMessages();
  const { releasedAt, size, notes, image } = release;
  return (
    <div className="flex flex-col gap-4">
      <DetailList
        details={[
          [t("about.running"), current],
          [t("about.releasedAt"), <ExactTime key="at" at={releasedAt} />],
          size === null ? null : [t("about.size"), format.bytes(size)],
        ]}
      />
      <section aria-label={t("about.notes")}>
        <h3 className="mb-1 text-sm font-medium">{t("about.notes")}</h3>
        <div
          tabIndex={0}
          className="max-h-72 overflow-y-auto rounded-md bg-sunken p-3 text-sm break-words whitespace-pre-wrap"
        >
          {notes[language].trim()}
        </div>
      </section>
      {obstacle !== null
        ? <Obstacle obstacle={obstacle} image={image} />
        : size === null
        ? <Callout tone="warning">{t("about.noAsset")}</Callout>
        : <p className="text-sm text-muted">{t("about.installHelp")}</p>}
    </div>
  );
}

/** Explains how to update where the panel cannot replace itself. */
function Obstacle({ obstacle, image }: { obstacle: UpdateObstacle; image: string | null }) {
  const { t } = useMessages();
  switch (obstacle) {
    case "container":
      return (
        <Instead
          text={t(image === null ? "about.buildImage" : "about.pullImage")}
          commands={image === null
            ? ["docker compose build --pull", "docker compose up -d"]
            : [`docker pull ${image}`, "docker compose up -d"]}
        />
      );
    case "sources":
      return (
        <Instead
          text={t("about.fetchSources")}
          commands={["git pull", "deno task build", "deno task start"]}
        />
      );
    case "no_key":
      return <Callout tone="warning">{t("about.noKey")}</Callout>;
    case "no_address":
      return <Callout>{t("about.noAddress")}</Callout>;
  }
}

function Instead({ text, commands }: { text: string; commands: string[] }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>{text}</p>
      {commands.map((command) => (
        <div key={command} className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
          <code className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-nowrap" tabIndex={0}>
            {command}
          </code>
          <CopyButton text={command} />
        </div>
      ))}
    </div>
  );
}
