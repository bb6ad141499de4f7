/** Objects that files describe. */
export const managed = {
  byFolder: "From code: applied from the folder {source}, file {path}",
  bySubscription: "From code: the subscription “{source}” applies the file {path}",
  overwritten: "The next time it is applied, changes made here are overwritten.",
};
