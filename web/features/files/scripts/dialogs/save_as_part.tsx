import { lazyDialog } from "../../../../ui/feedback/lazy.tsx";

/** The dialog that saves a text as another script, loaded when it is first asked for; from one place, so that it is one chunk. */
export const SaveAsPart = lazyDialog(() => import("./save_as_dialog.tsx"));
