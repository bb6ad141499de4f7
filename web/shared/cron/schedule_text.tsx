import { useCronExplanations } from "./use_cron_explanations.ts";

/** Shows rules and what they mean; queried on first render. */
export default function ScheduleText(
  { rules, timeZone, taskId }: { rules: readonly string[]; timeZone: string | null; taskId: number },
) {
  const explained = useCronExplanations(rules, { timeZone, count: 1, taskId });
  return (
    <>
      {rules.map((rule, at) => (
        <span key={at} className="mb-1 block last:mb-0">
          <span className="block font-mono">{rule}</span>
          <span className="block min-h-[1.45em]">{explained[at]?.data?.description ?? "…"}</span>
        </span>
      ))}
      {timeZone && <span className="block text-log-muted">{timeZone}</span>}
    </>
  );
}
