import { drainBody, node, nodeList } from "../../contract/nodes.ts";
import { type Route, route } from "../../http/route.ts";
import type { Nodes } from "./service.ts";

export function nodeRoutes(nodes: Nodes): Route[] {
  return [
    route("get", "/nodes", {
      access: "system:read",
      summary: "Lists the machines that share this database; on a single machine, this panel only",
      results: { 200: { description: "The nodes, panels first", schema: nodeList } },
      handle: async () => ({ body: await nodes.list() }),
    }),
    route("post", "/nodes/{id}/drain", {
      access: "system:write",
      summary: "Lets a node finish its runs without taking new ones, or take runs again",
      body: drainBody.optional(),
      results: { 200: { description: "The node", schema: node } },
      handle: async ({ params, body }) => {
        const drained = await nodes.drain(params.id, body?.draining ?? true);
        return { body: drained, object: drained.name };
      },
    }),
    route("delete", "/nodes/{id}", {
      access: "system:write",
      summary: "Removes an unreachable node; its live runs are lost",
      results: { 204: { description: "Removed" } },
      handle: async ({ params }) => ({ status: 204, object: (await nodes.remove(params.id)).name }),
    }),
  ];
}
