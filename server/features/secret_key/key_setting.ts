/** Settings row with the check value of the key: a sealed text that opens only with the key of the database. */
export const KEY_CHECK_SETTING = "secretKey";
