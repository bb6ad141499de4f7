import type { DependencyType } from "../../../server/contract/dependencies.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** What each type is called. */
export const typeMessages: Record<DependencyType, MessageKey> = {
  node: "dependencies.typeNode",
  python: "dependencies.typePython",
  linux: "dependencies.typeLinux",
  deno: "dependencies.typeDeno",
};
