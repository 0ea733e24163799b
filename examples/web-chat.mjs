// A chat in the terminal that goes both ways; it plays a visitor and the server of the site.
// WEB_ACCOUNT=… WEB_SECRET=websec_… API_KEY=… node web-chat.mjs <base url> <visitor> <text> <name>
// Without API_KEY it forwards the text and ends.
import { createHmac, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const { WEB_ACCOUNT: account_id, WEB_SECRET: secret, API_KEY: key } = process.env;
const [baseUrl, from, text, name] = process.argv.slice(2);

const post = async (fields) => {
  const body = JSON.stringify({ account_id, ...fields });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const response = await fetch(`${baseUrl}/channels/web`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Web-Signature': `t=${time},v1=${signature}` },
    body, // Exactly the text that was signed.
  });
  return `${response.status} ${await response.text()}\n`;
};

// The site's own message id makes retries safe: a message posted twice under one id is stored once.
const write = (text) => post({ id: randomUUID(), from, name, text });

const list = async (path) => {
  const response = await fetch(`${baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  return response.ok ? (await response.json()).data : [];
};

process.stdout.write(await write(text));
if (key) {
  createInterface({ input: process.stdin }).on('line', write);
  const shown = new Set();
  for (let conversation; ; await wait(1500)) {
    // A site with many visitors keeps the conversation_id of the event message.received instead.
    conversation ??= (await list('/conversations?channel=web')).find(({ contact }) => contact.name === name);
    const messages = conversation ? await list(`/conversations/${conversation.id}/messages?limit=20`) : [];
    const replies = messages.filter(({ id, direction }) => direction === 'outbound' && !shown.has(id));
    for (const { id, content_text, media_url } of replies.reverse()) {
      shown.add(id);
      process.stdout.write(`${content_text ?? media_url}\n`);
      await post({ message_id: id, status: 'read' });
    }
  }
}
