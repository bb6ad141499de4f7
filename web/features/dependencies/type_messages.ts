import type { DependencyType } from "../../../server/contract/dependencies.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** Labels of the types. */
export const typeMessages: Record<DependencyType, MessageKey> = {
  node: "dependencies.typeNode",
  python: "dependencies.typePython",
  linux: "dependencies.typeLinux",
  deno: "dependencies.typeDeno",
};
