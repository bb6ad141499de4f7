import { RunsList } from "./runs_list.tsx";
import { RunsTabs } from "./runs_tabs.tsx";

/** Renders every run of everything, newest first. */
export default function RunsPage() {
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      <RunsTabs value="runs" />
      <RunsList />
    </div>
  );
}
