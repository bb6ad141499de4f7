/** Words that mark an error line in Chinese, which has no word boundaries to match. */
export const errorTerms = ["错误", "失败", "异常"] as const;
