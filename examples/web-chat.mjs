// Passes on what a visitor wrote: WEB_ACCOUNT=… WEB_SECRET=websec_… node web-chat.mjs <base url> <visitor> <text> <name>
import { createHmac, randomUUID } from 'node:crypto';

const { WEB_ACCOUNT: account_id, WEB_SECRET: secret } = process.env;
const [baseUrl, from, text, name] = process.argv.slice(2);

// The site's own id of the message: whoever got no answer posts it again under the same id, and it is stored once.
const body = JSON.stringify({ id: randomUUID(), account_id, from, name, text });
const time = Math.floor(Date.now() / 1000);
const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

const response = await fetch(`${baseUrl}/channels/web`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Web-Signature': `t=${time},v1=${signature}` },
  body, // The very text that was signed.
});
process.stdout.write(`${response.status} ${await response.text()}\n`);
