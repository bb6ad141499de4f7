import type { OpenWindows } from "../../../server/contract/windows.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { pageTimeZone } from "../../messages/zone_clocks.ts";
import ConfirmBox from "../../ui/overlays/confirm_box.tsx";

export interface RunTarget {
  id: number;
  name: string;
}

/** Tasks that a person runs, and the windows that concern some of them; of many tasks, a window can be listed twice. */
export interface AskedRun {
  tasks: readonly RunTarget[];
  windows: OpenWindows["items"];
}

const maxNamed = 5;

/** Asks whether tasks run although maintenance windows are open. */
export default function WindowQuestionBox(
  { tasks, windows, onRun, onClose }: AskedRun & { onRun: () => void; onClose: () => void },
) {
  const { t, format } = useMessages();
  const concerned = new Set(windows.flatMap(({ taskIds }) => taskIds));
  const names = tasks.filter(({ id }) => concerned.has(id)).map(({ name }) => name);
  const more = names.length - maxNamed;
  const one = windows.filter(({ id }, index) => windows.findIndex((other) => other.id === id) === index);
  return (
    <ConfirmBox
      title={t("windows.runTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      text={
        <>
          <p>{t("windows.runText")}</p>
          <ul className="my-2 list-disc ps-5">
            {one.map(({ id, name, to }) => (
              <li key={id}>
                {t("windows.runOpen", { name, time: format.dayAndTime(to, pageTimeZone()) })}
              </li>
            ))}
          </ul>
          {tasks.length > 1 && (
            <p>
              {t("windows.runTasks", {
                names: format.list([
                  ...names.slice(0, maxNamed),
                  ...more > 0 ? [t("windows.runMore", { count: more })] : [],
                ]),
              })}
            </p>
          )}
        </>
      }
      confirmLabel={t("windows.runAnyway")}
      onConfirm={onRun}
      onClose={onClose}
    />
  );
}
