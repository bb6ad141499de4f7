exports.name = "shared";
