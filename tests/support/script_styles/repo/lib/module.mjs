import common from "./common.cjs";
export const kind = common.kind;
