exports.name = "deps helper";
