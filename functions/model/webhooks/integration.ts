import * as z from 'zod/mini';
import { deliveryAttempt, deliveryStatuses } from '../deliveries/delivery.ts';
import { sentEventNames } from '../deliveries/event.ts';
import { id } from '../id.ts';
import { optionalField } from '../optional-field.ts';
import { eventNames, webhook } from './webhook.ts';

export const tools = ['tool_a', 'tool_b'] as const;

export type Tool = (typeof tools)[number];

/** An automation tool that receives events. It is a webhook whose provider is the tool. */
export const connection = z.extend(z.omit(webhook, { provider: true }), { created_by: z.nullable(z.string()) });

export type Connection = z.output<typeof connection>;

export const createdConnection = z.extend(connection, { secret: z.string() });

export const integration = z.object({ tool: z.enum(tools), connections: z.array(connection) });

export type Integration = z.output<typeof integration>;

export const toolParams = z.object({ tool: z.enum(tools) });
export const connectionParams = z.object({ tool: z.enum(tools), id });
export const testParams = z.object({ tool: z.enum(tools), id, event_id: id });

export const testRequest = z.object({ event: optionalField(z.enum(eventNames)) });

/** A test event on its way through the same pipeline as every other event. */
export const testDelivery = z.object({
  event_id: z.uuid(),
  event: z.enum(sentEventNames),
  occurred_at: z.iso.datetime(),
  status: z.enum(deliveryStatuses),
  attempts: z.array(deliveryAttempt),
  next_attempt_at: z.nullable(z.iso.datetime()),
});

export type TestDelivery = z.output<typeof testDelivery>;
