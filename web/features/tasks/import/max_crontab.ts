/** Most characters a crontab may have: the panel's own number, whose file would bring the schemas' library with it. */
export const MAX_CRONTAB = 512 * 1024;
