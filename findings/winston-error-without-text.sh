#!/bin/bash
# Surprise: winston's JSON format writes an Error that is logged alone as {"level":"error"}, without its message, name and stack, while the simple format of the same logger prints the message.
# Version: winston 3.17.0 with logform 2.7.0 on Node.js.
# Source: Logger.log of winston passes the Error itself on as the entry; its message is not enumerable, so safe-stable-stringify in json.js of logform leaves it out. format.errors({stack: true}) of logform adds it.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund winston@3.17.0 logform@2.7.0 >/dev/null
cat >log.js <<'JS'
const { createLogger, format, transports } = require("winston");
const log = (name, chosen) => {
  const logger = createLogger({ format: chosen, transports: [new transports.Console()] });
  process.stdout.write(name + ": ");
  logger.error(new Error("no tea"));
};
log("json", format.json());
log("simple", format.simple());
log("errors and json", format.combine(format.errors({ stack: false }), format.json()));
JS

echo "winston $(node -p 'require("winston").version'), logform $(node -p 'require("logform/package.json").version'), node $(node -v)"
echo 'One would guess: each format prints "no tea".'
seen=$(node log.js)
echo "$seen"
expected='json: {"level":"error"}
simple: error: no tea
errors and json: {"level":"error","message":"no tea"}'
if [ "$seen" != "$expected" ]; then
  echo "This has changed."
  exit 1
fi
echo "Seen: the JSON format loses the text; format.errors keeps it."
