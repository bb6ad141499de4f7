import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import type { List } from "../../../server/contract/shapes.ts";
import type { MaintenanceWindow, OpenWindows } from "../../../server/contract/windows.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import type { AskedRun, RunTarget } from "./window_question_box.tsx";

const WindowQuestionBox = lazyDialog(() => import("./window_question_box.tsx"));

type AskBeforeRun = (tasks: readonly RunTarget[]) => Promise<boolean>;

const QuestionContext = createContext<AskBeforeRun>(() => Promise.resolve(true));

/** Returns a function that asks before tasks run during maintenance; resolves to whether they shall run. */
export function useAskBeforeRun(): AskBeforeRun {
  return useContext(QuestionContext);
}

/** Most tasks in one request. */
const maxAtOnce = 1000;

/** Asks once before a person runs tasks that an open maintenance window holds back; without one, nothing is asked or requested. */
export function WindowQuestionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<(AskedRun & { answer: (mayRun: boolean) => void }) | null>(null);
  const askBeforeRun: AskBeforeRun = useCallback(async (tasks) => {
    const windows = await queries.ensureQueryData({
      queryKey: queryKeys.windows("list"),
      queryFn: ({ signal }) => api.get<List<MaintenanceWindow>>("/windows", { signal }),
    });
    if (!windows.items.some(({ active }) => active)) return true;
    const found: OpenWindows["items"] = [];
    for (let from = 0; from < tasks.length; from += maxAtOnce) {
      const ids = tasks.slice(from, from + maxAtOnce).map(({ id }) => id);
      found.push(...(await api.post<OpenWindows>("/windows/check", { ids })).items);
    }
    if (found.length === 0) return true;
    return await new Promise((answer) => setAsked({ tasks, windows: found, answer }));
  }, [api, queries]);
  // After an answer, the second one changes nothing.
  const close = () => {
    asked?.answer(false);
    setAsked(null);
  };
  return (
    <QuestionContext value={askBeforeRun}>
      {children}
      {asked && (
        <WindowQuestionBox
          tasks={asked.tasks}
          windows={asked.windows}
          onRun={() => asked.answer(true)}
          onClose={close}
        />
      )}
    </QuestionContext>
  );
}
