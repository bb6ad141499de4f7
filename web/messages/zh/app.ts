import type { app as english } from "../en/app.ts";
import type { SameNames } from "../messages.ts";

export const app: SameNames<typeof english> = {
  name: "日晷",
};
