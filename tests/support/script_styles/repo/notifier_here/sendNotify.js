exports.sendNotify = (text) => console.log("own notifier", text);
