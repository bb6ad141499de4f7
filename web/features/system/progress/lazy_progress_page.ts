import { lazyPage } from "../../../ui/feedback/lazy.tsx";

/** The page that tells how far a restore, an update or a restart is. */
export const ProgressPage = lazyPage(() => import("./progress_page.tsx"));
