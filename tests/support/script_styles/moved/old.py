import notify
notify.send("Moved", "content")
