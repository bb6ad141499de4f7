export const tree = {
  emptyFolder: "Empty folder",
  failed: "Could not be loaded. Try again",
  more: "More actions for {name}",
  width: "Width of {name}",
};
