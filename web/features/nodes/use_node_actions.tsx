import type { ReactNode } from "react";
import type { Node } from "../../../server/contract/nodes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";

export interface NodeActions {
  drain(node: Node, draining: boolean): void;
  askRemove(node: Node): void;
  /** The confirmation dialog, for the caller to render. */
  question: ReactNode;
}

/** Returns the actions on a node; removing one asks for confirmation. */
export function useNodeActions(): NodeActions {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const drain = useAction({
    send: (api, { node, draining }: { node: Node; draining: boolean }) =>
      api.post<Node>(`/nodes/${node.id}/drain`, { draining }),
    invalidates: [queryKeys.nodes()],
    done: ({ name }, { draining }) => t(draining ? "nodes.drained" : "nodes.resumed", { name }),
  });
  const remove = useChange({
    send: (api, { id }: Node) => api.delete(`/nodes/${id}`),
    invalidates: [queryKeys.nodes(), ["runs"], ["tasks"]],
    waits: true,
    done: (_result, { name }) => t("nodes.removed", { name }),
  });
  return {
    drain: (node, draining) => drain.mutate({ node, draining }),
    askRemove: (node) =>
      ask({
        danger: true,
        title: t("nodes.removeTitle", { name: node.name }),
        text: t("nodes.removeText", { count: node.running }),
        confirmLabel: t("nodes.remove"),
        onConfirm: () => remove.mutateAsync(node),
      }),
    question,
  };
}
