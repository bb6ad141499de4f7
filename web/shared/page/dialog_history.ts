// A dialog with a URL of its own is a history entry above the page below it.

/** Options of a navigation to a dialog: they mark that the previous history entry is the page below. */
export const asDialog = { state: { background: "list" } } as const;

/** Goes back to where a dialog was opened; one opened by its URL is replaced by the page below. */
export function closeDialog(
  navigate: (address: string, options: { replace: boolean }) => void,
  below: string,
): void {
  if (history.state?.background) return history.back();
  navigate(below, { replace: true });
}
