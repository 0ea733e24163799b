// Receives webhooks: WEBHOOK_SECRET=whsec_… PORT=3000 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret = '', PORT: port = 3000 } = process.env;
if (!/^whsec_./.test(secret)) {
  process.stderr.write('Set WEBHOOK_SECRET to the secret that the webhook was created with (whsec_…).\n');
  process.exit(1); // Anyone could sign with an empty secret.
}

const processed = new Set(); // In production, a table keyed by event id.

const isGenuine = (body, header = '') => {
  const parts = header.split(',').map((part) => part.split('='));
  const [, time] = parts.find(([name]) => name === 't') ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isValid = (signature) => signature.length === expected.length && timingSafeEqual(signature, expected);
  const isSigned = parts.some(([name, hex = '']) => name === 'v1' && isValid(Buffer.from(hex, 'hex')));
  return isSigned && Math.abs(Date.now() / 1000 - Number(time)) <= 300;
};

/** Anyone can send to a public address: stop reading at a megabyte, before the signature is known. */
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

const receive = async (request, response) => {
  const body = await readBody(request); // The raw bytes: re-serialized JSON has another signature.
  if (!isGenuine(body, request.headers['x-service-signature'])) return response.writeHead(400).end();
  const event = JSON.parse(body);
  response.writeHead(204).end(); // Respond within five seconds; do slow work afterwards.
  if (!processed.has(event.id)) process.stdout.write(`${JSON.stringify(event)}\n`);
  processed.add(event.id); // Delivery is at least once and unordered.
};

const server = createServer((request, response) => receive(request, response).catch(() => response.destroy()));
server.on('error', ({ message }) => {
  process.stderr.write(`${message}. Set PORT to another port, and register the webhook with it.\n`);
  process.exit(1);
});
server.listen(port, () => process.stdout.write(`Listening on port ${server.address().port}\n`));
