export type Limit = number;
export const tool = "tool";
