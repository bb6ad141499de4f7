/** Environment variable that marks what tests start; tasks of their panels inherit it. */
export const MARK = "TEST_RUN";
