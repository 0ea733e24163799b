// Receives webhooks: WEBHOOK_SECRET=whsec_… PORT=3000 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret, PORT: port = 3000 } = process.env;
const seen = new Set(); // In earnest a table, with the event's id as its key.

const isGenuine = (body, header = '') => {
  const { t, v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  const given = Buffer.from(v1, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(Date.now() / 1000 - Number(t)) <= 300;
};

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()); // The bytes as they came: JSON written anew has another signature.
  if (!isGenuine(body, request.headers['x-service-signature'])) return response.writeHead(400).end();
  const event = JSON.parse(body);
  response.writeHead(204).end(); // Within five seconds, so that long work comes after it.
  if (!seen.has(event.id)) process.stdout.write(`${JSON.stringify(event)}\n`);
  seen.add(event.id); // An event may come twice, and events in any order.
});

server.listen(port, () => process.stdout.write(`Listening on port ${server.address().port}\n`));
