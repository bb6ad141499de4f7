import * as z from "zod";

/** A message of the Model Context Protocol, as JSON-RPC 2.0 defines it; the protocol's library checks its content. */
export const mcpMessage = z.looseObject({
  jsonrpc: z.literal("2.0"),
  method: z.string().max(200).optional(),
  id: z.union([z.string().max(200), z.int()]).optional(),
}).meta({ id: "McpMessage", description: "A JSON-RPC 2.0 message of the Model Context Protocol" });
