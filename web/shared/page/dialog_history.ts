// A dialog with a URL of its own is a history entry above the page below it.

/** Options of a navigation to a dialog: they mark that the previous history entry is the page below. */
export const asDialog = { state: { background: "list" } } as const;

/** Options of a navigation to a dialog of another page: closing it goes back to the page where it was opened. */
export const asDialogElsewhere = { state: { background: "elsewhere" } } as const;

/** Returns whether the page below the open dialog is the one that it belongs to. */
export function isOverOwnPage(): boolean {
  return history.state?.background === asDialog.state.background;
}

/** Goes back to where a dialog was opened; one opened by its URL is replaced by the page below. */
export function closeDialog(
  navigate: (address: string, options: { replace: boolean }) => void,
  below: string,
): void {
  if (history.state?.background) return history.back();
  navigate(below, { replace: true });
}
