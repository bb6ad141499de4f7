/** What the line of an error says in Chinese; there, words have no ends to look at. */
export const errorTerms = ["错误", "失败", "异常"] as const;
