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
  const conversation = await client.conversations.get(data.conversation_id);
  const name = toLine(conversation.contact.name ?? conversation.contact_id);
  if (conversation.assigned_agent_id) return console.log(`Left ${name} to a person.`);
  const { answer: text, tag, needsPerson } = findAnswer(data.text);
  if (tag) await client.contacts.addTags(conversation.contact_id, { tags: [tag] });
  // The key makes a repeated delivery of the event harmless, even after a restart.
  await say(conversation, text, needsPerson, { idempotencyKey: `answer-${id}` });
  if (needsPerson) await handOver(conversation);
  console.log(`Answered ${name}: ${text}`);
};

/** A reply ends the customer's wait. POST /messages does not: who asks for a person waits until the person answers. */
const say = ({ id, channel, contact }, text, needsPerson, options) =>
  needsPerson && channel === 'msgapp' && contact.phone
    ? client.messages.send({ to: contact.phone, text }, options)
    : client.conversations.reply(id, { text }, options);

/** From now on the conversation is a member's, until they are taken off it in the dashboard. */
const handOver = async ({ id }) => {
  const members = await client.members.list().toArray();
  const [member] = members.toSorted((a, b) => Number(b.role === 'agent') - Number(a.role === 'agent'));
  if (!member) return console.error('There is nobody to hand over to. Invite a member in the dashboard.');
  await client.conversations.update(id, { assigned_agent_id: member.id });
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
