// Receives webhooks: WEBHOOK_SECRET=whsec_… PORT=3000 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret, PORT: port = 3000 } = process.env;
const processed = new Set(); // In production, a table keyed by event id.

const isGenuine = (body, header = '') => {
  const { t, v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  const signature = Buffer.from(v1, 'hex');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false;
  return Math.abs(Date.now() / 1000 - Number(t)) <= 300;
};

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()); // The raw bytes: re-serialized JSON has another signature.
  if (!isGenuine(body, request.headers['x-service-signature'])) return response.writeHead(400).end();
  const event = JSON.parse(body);
  response.writeHead(204).end(); // Respond within five seconds; do slow work afterwards.
  if (!processed.has(event.id)) process.stdout.write(`${JSON.stringify(event)}\n`);
  processed.add(event.id); // Delivery is at least once and unordered.
});

server.listen(port, () => process.stdout.write(`Listening on port ${server.address().port}\n`));
