module.exports = { plain: { by: "require" } };
