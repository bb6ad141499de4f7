// What Debian's cron, Red Hat's and the first of them write into every crontab. It names no task, and the examples in it
// are none either.
const lines = `
/etc/crontab: system-wide crontab
Unlike any other crontab you don't have to run the \`crontab'
command to install the new version when you edit this file
and files in /etc/cron.d. These files also have username fields,
that none of the other crontabs do.
You can also override PATH, but by default, newer versions inherit it from the environment
Example of job definition:
* * * * * user-name command to be executed
Edit this file to introduce tasks to be run by cron.
Each task to run has to be defined through a single line
indicating with different fields when the task will be run
and what command to run for the task
To define the time you can provide concrete values for
minute (m), hour (h), day of month (dom), month (mon),
and day of week (dow) or use '*' in these fields (for 'any').
Notice that tasks will be started based on the cron's system
daemon's notion of time and timezones.
Output of the crontab jobs (including errors) is sent through
email to the user the crontab file belongs to (unless redirected).
For example, you can run a backup of all your user accounts
at 5 a.m every week with:
0 5 * * 1 tar -zcf /var/backups/home.tgz /home/
For more information see the manual pages of crontab(5) and cron(8)
For details see man 4 crontabs
m h dom mon dow command
m h dom mon dow user command
min hour day month weekday command
do daily/weekly/monthly maintenance
`;

/** Comments to leave out, in small letters and with single blanks. */
export const headerComments: ReadonlySet<string> = new Set(
  lines.trim().split("\n").map((line) => line.toLowerCase()),
);
