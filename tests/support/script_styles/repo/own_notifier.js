// A file of its own wins.
require("./notifier_here/sendNotify").sendNotify("own");
