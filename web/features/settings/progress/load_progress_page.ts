/** Loads the page that tells how far a restore, an update or a restart is. */
export const loadProgressPage = () => import("./progress_page.tsx");
