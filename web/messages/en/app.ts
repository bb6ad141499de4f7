export const app = {
  name: "Sundial",
};
