require("./sendNotify").sendNotify("Moved", "content");
