// Sends messages through the panel, which put this file here for scripts that look for it. A file of your own stays.
const { sendNotify } = require(`${process.env.SUNDIAL_ACCESS_DIR}/lib/sendNotify.js`);

module.exports = { sendNotify };
