import * as z from 'zod/mini';
import type { Scope } from '../access/scope.ts';
import { channels } from '../channels/channel.ts';

const channel = z.enum(channels);
const customerId = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** The kinds of messages that a customer can write on a channel. */
export const writtenTypes = {
  msgapp: ['text', 'image', 'document', 'audio', 'location'],
  social: ['text', 'image'],
  web: ['text'],
} as const;

export const newCustomerMessage = z.object({
  channel,
  from: customerId,
  name: z.optional(z.string().check(z.maxLength(100))),
  type: z._default(z.enum(writtenTypes.msgapp), 'text'),
  text: z.optional(z.string().check(z.maxLength(4_096))),
});

export type NewCustomerMessage = z.output<typeof newCustomerMessage>;

export const receiptStatuses = ['delivered', 'read', 'failed'] as const;

export const newReceipt = z.object({
  status: z.enum(receiptStatuses),
  error_code: z.optional(z.int().check(z.minimum(0), z.maximum(9_999_999))),
});

export type NewReceipt = z.output<typeof newReceipt>;

/** The router leaves a segment of the path encoded, and an id of the channel may end in `=`. */
const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

export const sentMessageParams = z.object({
  message_id: z.pipe(z.string().check(z.minLength(1), z.maxLength(300)), z.transform(decodeSegment)),
});

/** A web chat has no window. */
export const windowChange = z.object({
  channel: z.enum(['msgapp', 'social']),
  customer: customerId,
  is_open: z.boolean(),
});

export type WindowChange = z.output<typeof windowChange>;

export const outages = ['none', 'down', 'token_expired'] as const;

/** The last receipt that the channel sends by itself. */
export const automaticReceipts = ['none', 'sent', 'delivered', 'read'] as const;

export const playgroundSwitches = z.object({
  outage: z.enum(outages),
  is_slow: z.boolean(),
  receipts: z.enum(automaticReceipts),
});

export type PlaygroundSwitches = z.output<typeof playgroundSwitches>;

export const switchChanges = z.partial(playgroundSwitches);

export type SwitchChanges = z.output<typeof switchChanges>;

const customer = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  window_ends_at: z.nullable(z.iso.datetime()),
  last_message_at: z.nullable(z.iso.datetime()),
});

export type PlaygroundCustomer = z.output<typeof customer>;

/** `accepted`: the channel has it and has reported nothing yet. What a customer wrote has no status. */
const phoneStatuses = ['accepted', 'sent', 'delivered', 'read', 'failed'] as const;

const phoneMessage = z.object({
  id: z.string(),
  from: z.enum(['customer', 'business']),
  type: z.string(),
  text: z.nullable(z.string()),
  at: z.iso.datetime(),
  status: z.nullable(z.enum(phoneStatuses)),
  error_code: z.nullable(z.int()),
});

export type PhoneMessage = z.output<typeof phoneMessage>;

const receivedEvent = z.object({
  received_at: z.iso.datetime(),
  id: z.string(),
  event: z.string(),
  /** The body as it was sent. */
  body: z.string(),
});

export type ReceivedEvent = z.output<typeof receivedEvent>;

export const playground = z.object({
  /** The channels on which the workspace is connected to the simulator. */
  channels: z.array(channel),
  /** The owner of the phone: the chosen customer, or the one of the newest message. */
  customer: z.nullable(z.string()),
  customers: z.array(customer),
  messages: z.array(phoneMessage),
  switches: z.nullable(playgroundSwitches),
  magic_numbers: z.array(z.object({ ending: z.string(), meaning: z.string() })),
  receiver_url: z.url(),
  events: z.array(receivedEvent),
});

export type Playground = z.output<typeof playground>;

export const playgroundQuery = z.object({ channel: z.optional(channel), customer: z.optional(customerId) });

export type PlaygroundQuery = z.output<typeof playgroundQuery>;

export interface Example {
  method: 'GET' | 'POST';
  path: `/${string}`;
  scope: Scope | null;
}

/** The only requests that the playground sends to the API. */
export const examples = {
  sendText: { method: 'POST', path: '/messages', scope: 'messages:send' },
  sendTemplate: { method: 'POST', path: '/messages', scope: 'messages:send' },
  createContact: { method: 'POST', path: '/contacts', scope: 'contacts:write' },
  findContact: { method: 'GET', path: '/contacts', scope: 'contacts:read' },
  listConversations: { method: 'GET', path: '/conversations', scope: 'conversations:read' },
  listMessages: { method: 'GET', path: '/conversations/{id}/messages', scope: 'messages:read' },
  createWebhook: { method: 'POST', path: '/webhooks', scope: 'webhooks:manage' },
  getMe: { method: 'GET', path: '/me', scope: null },
} as const satisfies Record<string, Example>;

export type ExampleId = keyof typeof examples;

export const exampleIds = Object.keys(examples) as [ExampleId, ...ExampleId[]];

/** The scopes that the examples need, and no more. */
export const playgroundScopes: readonly Scope[] = [
  ...new Set(Object.values(examples).flatMap(({ scope }) => scope ?? [])),
];

export const exampleParams = z.object({ example: z.enum(exampleIds) });

export const exampleRun = z.object({
  api_key: z.string().check(z.regex(/^[\w-]{8,300}$/, 'must be an API key, such as svc_live_…')),
  /** The id in the path, if the example has one. */
  id: z.optional(z.uuid()),
  query: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.record(z.string(), z.unknown())),
});

export type ExampleRun = z.output<typeof exampleRun>;

export const exampleResult = z.object({
  status: z.int(),
  duration_ms: z.int(),
  request_id: z.nullable(z.string()),
  /** The body of the response as it came. */
  body: z.string(),
});

export type ExampleResult = z.output<typeof exampleResult>;
