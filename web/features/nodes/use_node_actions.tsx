import type { Node } from "../../../server/contract/nodes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";

export type NodeActions = ReturnType<typeof useNodeActions>;

/** Returns the actions on a node; removing one asks with a confirmation, which the caller renders. */
export function useNodeActions() {
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
    drain: (node: Node, draining: boolean) => drain.mutate({ node, draining }),
    askRemove: (node: Node) =>
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
