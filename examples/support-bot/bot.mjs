// A support bot: BASE_URL=… API_KEY=… npm start. See README.md.
import { createServer } from 'node:http';
import { findAnswer } from './answers.mjs';
import { connect } from './connect.mjs';

const { PORT = '3000', PUBLIC_URL } = process.env;
const client = connect();
const processed = new Set(); // In production, a table keyed by event id.
let secret = '';

const server = createServer(async (request, response) => {
  const body = await readBody(request).catch(() => undefined);
  if (!body) return response.destroy();
  const event = await client.webhooks.verify(body, request.headers, secret).catch(() => undefined);
  response.writeHead(event ? 204 : 400).end(); // Respond at once; work afterwards.
  if (!event || processed.has(event.id)) return;
  processed.add(event.id);
  try {
    if (event.event === 'message.received') await answer(event);
  } catch (error) {
    // The event is not delivered again, so its answer has to be tried again here or by a person.
    console.error(`No answer to ${event.id}: ${error.message}`, error.requestId ?? '');
  }
});

/** Anyone can send to a public address, so reading stops at a megabyte. */
const readBody = async (request) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > 1024 * 1024) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A customer chooses the name, and a terminal obeys control characters. */
const toLine = (text) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');

const answer = async ({ id, data }) => {
  const { answer: text, tag } = findAnswer(data.text);
  if (tag) await client.contacts.addTags(data.contact_id, { tags: [tag] });
  // The key makes a repeated delivery of the event harmless, even after a restart.
  await client.conversations.reply(data.conversation_id, { text }, { idempotencyKey: `answer-${id}` });
  const { name, phone } = await client.contacts.get(data.contact_id);
  console.log(`Answered ${toLine(name ?? phone ?? data.contact_id)}: ${text}`);
};

/** A secret is shown only once, so each start registers a webhook of its own and removes it at the end. */
const register = async () => {
  const url = PUBLIC_URL ?? `http://127.0.0.1:${server.address().port}/`;
  const webhook = await client.webhooks.create({ url, events: ['message.received'] });
  secret = webhook.secret;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await client.webhooks.delete(webhook.id).catch((error) => console.error(error.message));
      process.exit();
    });
  console.log(`Listening at ${url}. Write to the bot.`);
};

server.listen(Number(PORT), async () => {
  try {
    await register();
  } catch (error) {
    console.error(`The webhook could not be registered: ${error.message}`);
    process.exit(1);
  }
});
