// Forwards a visitor's message: WEB_ACCOUNT=… WEB_SECRET=websec_… node web-chat.mjs <base url> <visitor> <text> <name>
import { createHmac, randomUUID } from 'node:crypto';

const { WEB_ACCOUNT: account_id, WEB_SECRET: secret } = process.env;
const [baseUrl, from, text, name] = process.argv.slice(2);

// The site's own message id makes retries safe: a message posted twice under one id is stored once.
const body = JSON.stringify({ id: randomUUID(), account_id, from, name, text });
const time = Math.floor(Date.now() / 1000);
const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

const response = await fetch(`${baseUrl}/channels/web`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Web-Signature': `t=${time},v1=${signature}` },
  body, // Exactly the text that was signed.
});
process.stdout.write(`${response.status} ${await response.text()}\n`);
