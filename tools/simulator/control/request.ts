import * as z from 'zod/mini';
import { type AccountByChannel, type Channel, channels } from '../accounts.ts';
import type { Request } from '../http/route.ts';
import { isObject } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import type { Webhook } from '../webhooks/sign.ts';

export const readBody = <Shape extends z.ZodMiniType>(schema: Shape, { body }: Request): z.output<Shape> => {
  const input = parseObject(body);
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw new SimulatorError('bad_request', describeIssue(result.error.issues[0], input));
};

const parseObject = (bytes: Buffer): unknown => {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isObject(value)) return value;
  } catch {
    throw new SimulatorError('bad_request', 'The body must be JSON.');
  }
  throw new SimulatorError('bad_request', 'The body must be a JSON object.');
};

const describeIssue = (issue: z.core.$ZodIssue | undefined, input: unknown): string => {
  if (!issue) return 'The body is not valid.';
  if (issue.code === 'unrecognized_keys') return `Unknown field "${[...issue.path, issue.keys[0]].join('.')}".`;
  const value = issue.path.reduce<unknown>((part, key) => (isObject(part) ? part[String(key)] : part), input);
  return `"${issue.path.join('.')}" ${value === undefined ? 'is required' : issue.message}.`;
};

export const text = z.string('must be a string').check(z.minLength(1, 'must not be empty'));

export const flag = z.boolean('must be true or false');

export const channel = z.enum(channels, 'must be msgapp, social or web');

export const anyObject = z.record(z.string(), z.unknown(), 'must be an object');

const timeMessage = 'must be a time in Unix seconds';

export const unixTime = z.int(timeMessage).check(z.gte(0, timeMessage));

export const getAccount = <Name extends Channel>(
  { accounts }: Simulation,
  channel: Name,
  id: string | undefined,
): AccountByChannel<Name> => {
  const account = accounts.find(channel, id);
  if (account) return account;
  throw new SimulatorError('not_found', `Unknown ${channel} account "${id ?? ''}". GET /accounts lists the accounts.`);
};

export const requireWebhook = ({ webhooks }: Simulation, channel: Channel): Webhook => {
  const webhook = webhooks.find(channel);
  if (webhook) return webhook;
  throw new SimulatorError('no_webhook', `No webhook is set for ${channel}. Set one with POST /webhooks.`);
};
