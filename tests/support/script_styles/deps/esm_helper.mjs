export const name = "esm helper";
