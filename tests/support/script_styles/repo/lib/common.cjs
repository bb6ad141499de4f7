exports.kind = "module";
