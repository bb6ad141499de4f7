import { useLocation } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Tabs } from "../../ui/data/tabs.tsx";

const pages = { runs: paths.runs, flows: paths.flowRuns, files: paths.logs };

/** Renders the tabs that lead from the list of runs to the files of their logs, and back. */
export function RunsTabs({ value }: { value: "runs" | "flows" | "files" }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  return (
    <Tabs
      label={t("runList.tabs")}
      value={value}
      onValue={(next) => next !== value && navigate(pages[next]())}
      tabs={[
        { value: "runs", label: t("runs.title") },
        { value: "flows", label: t("flows.title") },
        { value: "files", label: t("runList.files") },
      ]}
    />
  );
}
