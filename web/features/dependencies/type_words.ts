import type { DependencyType } from "../../../server/contract/dependencies.ts";
import type { WordKey } from "../../words/messages.ts";

/** What each type is called. */
export const typeWords: Record<DependencyType, WordKey> = {
  node: "dependencies.typeNode",
  python: "dependencies.typePython",
  linux: "dependencies.typeLinux",
  deno: "dependencies.typeDeno",
};
