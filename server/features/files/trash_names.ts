/** Name of each entry in its folder of the trash; the row stores its original name. */
export const TRASH_NAME = "kept";

/** Returns the name under which panels share an entry of the trash. */
export function trashName(place: string): string {
  return `trash-${place}`;
}
