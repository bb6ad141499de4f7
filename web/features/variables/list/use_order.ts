import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { ApiProblem, isSignedOut } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { moveItem } from "../../../ui/move_item.ts";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { queryOf, readListState } from "../place.ts";
import { moveBetween } from "./move_between.ts";
import { MoveQueue } from "./move_queue.ts";

const wholeList = queryKeys.variables("list", queryOf(readListState("")));

/**
 * Gives all variables in the order that was asked for, which the panel may not have yet, and the ways to ask for another one:
 * each begins with what the one before asked for.
 */
export function useOrder(variables: readonly Variable[]) {
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const ordered = useMemo(() => asked ? inOrder(variables, asked) : variables, [variables, asked]);
  const last = useRef<readonly number[]>([]);
  const now = useRef<readonly number[]>([]);
  now.current = useMemo(() => ordered.map(({ id }) => id), [ordered]);
  const queue = useMoveQueue(last, (settled) => setAsked((one) => one === settled ? null : one));
  const onOrder = useCallback((after: readonly number[]) => {
    const move = moveBetween(now.current, after);
    if (!move) return;
    setAsked(last.current = now.current = after);
    queue.push(move);
  }, [queue]);
  const onMove = useCallback(({ id }: Variable, to: number) => onOrder(moveItem(now.current, id, to)), [
    onOrder,
  ]);
  return { ordered, onOrder, onMove };
}

/** Puts variables into an order; those it does not name, which somebody else has made, come last. */
function inOrder(variables: readonly Variable[], ids: readonly number[]): readonly Variable[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Variable) => places.get(id) ?? ids.length;
  return variables.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function useMoveQueue(
  last: RefObject<readonly number[]>,
  onSettled: (settled: readonly number[]) => void,
): MoveQueue {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useTellRefusal();
  const end = useRef<(fault: unknown) => void>(() => {});
  end.current = (fault) => {
    const settled = last.current;
    if (fault === null) {
      queries.setQueryData<readonly Variable[]>(wholeList, (all) => all && inOrder(all, settled));
    } else tell(fault);
    // What was asked for stays in sight until the panel has said how the list is now.
    void queries.invalidateQueries({ queryKey: wholeList }).finally(() => onSettled(settled));
  };
  const [queue] = useState(() =>
    new MoveQueue({
      send: (move) => api.put("/variables/order", move),
      onEnd: (fault) => end.current(fault),
    })
  );
  return queue;
}

function useTellRefusal() {
  const toast = useToast();
  const { t } = useWords();
  return (fault: unknown) => {
    if (!(fault instanceof ApiProblem) || isSignedOut(fault)) return toast.problem(fault);
    // What cannot be moved there has gone, or what it was to stand before.
    const why = fault.code === "validation_failed" ? t("variables.orderChanged") : fault.detail;
    toast.notify("danger", t("variables.orderFailed"), why);
  };
}
