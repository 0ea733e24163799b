import * as z from 'zod/mini';
import { channels } from '../accounts.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { subscribe } from '../subscribe.ts';
import { channel, text } from './fields.ts';
import { readBody } from './read-body.ts';

const bodySchema = z.strictObject({
  channel,
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  app_secret: z.optional(text),
  verify_token: z.optional(text),
});

/** POST /webhooks: performs the handshake with the receiver first. */
export const postWebhook = async (request: Request, simulation: Simulation): Promise<Reply> => {
  const { channel: name, url, app_secret, verify_token } = readBody(bodySchema, request);
  await subscribe(simulation.webhooks, name, {
    url,
    ...(app_secret === undefined ? {} : { appSecret: app_secret }),
    ...(verify_token === undefined ? {} : { verifyToken: verify_token }),
  });
  return json({ data: { channel: name, url } });
};

export const getWebhooks = (_: Request, { webhooks }: Simulation): Reply =>
  json({
    data: channels.map((name) => ({
      channel: name,
      url: webhooks.find(name)?.url ?? null,
      ...webhooks.counts(name),
    })),
  });
