import { useCallback } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { ApiProblem, isSignedOut } from "../../../api/api_problem.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { inOrder, useAskedOrder } from "../../../api/use_asked_order.ts";
import { moveItem } from "../../../ui/data/move_item.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { queryOf, readListState } from "../url_state.ts";
import { type Move, moveBetween } from "./move_between.ts";

const wholeList = queryKeys.variables("list", queryOf(readListState("")));

/** Gives all variables in the order that was asked for, and the ways to ask for another one. */
export function useOrder(variables: readonly Variable[]) {
  const api = useApi();
  const { ordered, now, onOrder } = useAskedOrder<Variable, Move, readonly Variable[]>(variables, {
    key: wholeList,
    changeOf: moveBetween,
    send: (move) => api.put("/variables/order", move),
    // A key that is held down moves the same one again and again: only where it comes to stand counts.
    isReplacedBy: (waiting, next) => waiting.ids[0] === next.ids[0],
    keep: inOrder,
    notify: useReportRejection(),
  });
  const onMove = useCallback(({ id }: Variable, to: number) => onOrder(moveItem(now.current, id, to)), [
    now,
    onOrder,
  ]);
  return { ordered, onOrder, onMove };
}

function useReportRejection() {
  const toast = useToast();
  const { t } = useMessages();
  return (error: unknown) => {
    if (!(error instanceof ApiProblem) || isSignedOut(error)) return toast.problem(error);
    // What cannot be moved there has gone, or what it was to stand before.
    const why = error.code === "validation_failed" ? t("variables.orderChanged") : error.detail;
    toast.notify("danger", t("variables.orderFailed"), why);
  };
}
