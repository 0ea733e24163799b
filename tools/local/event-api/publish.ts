import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import { isAllowed, type Statement } from '../iam/authorize.ts';
import type { PublishedEvents } from './faults.ts';

interface Publishing {
  apiArn: string;
  accessKeyId: string;
  namespaces: ReadonlySet<string>;
  findStatements: (roleArn: string) => readonly Statement[];
  publish: (events: PublishedEvents) => void;
}

const eventBytesMax = 240 * 1024;

const isJson = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

const bodySchema = z.object({
  channel: z.string(),
  events: z.array(z.string().refine(isJson, 'must be the text of a JSON value')).min(1).max(5),
});

/** Up to five parts of letters, digits and dashes. The first one is the namespace. */
const channelPattern = /^\/?([A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?)(?:\/[A-Za-z0-9-]{1,50}){0,4}\/?$/;

/** The namespace of a channel, or `undefined` if the API has no such channel. */
export const findNamespace = (channel: string, namespaces: ReadonlySet<string>): string | undefined => {
  const namespace = channelPattern.exec(channel)?.[1];
  return namespace !== undefined && namespaces.has(namespace) ? namespace : undefined;
};

export const answerPublisher = async (
  request: IncomingMessage,
  response: ServerResponse,
  publishing: Publishing,
): Promise<void> => {
  const body = await text(request).catch(() => '');
  const { status, answer } = publishEvents(request, body, publishing);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
};

interface Answer {
  status: number;
  answer: Record<string, unknown>;
}

const publishEvents = (request: IncomingMessage, body: string, publishing: Publishing): Answer => {
  const { apiArn, accessKeyId, namespaces, findStatements, publish } = publishing;
  const fault = explainForeignRequest(request);
  if (fault !== undefined) return refuse(403, 'AccessDeniedException', fault);
  const { authorization = '', 'x-amz-security-token': roleArn } = request.headers;
  if (!isSigned(authorization, accessKeyId))
    return refuse(401, 'UnauthorizedException', 'Sign the request for appsync with the local access key.');
  if (request.method !== 'POST' || request.url !== '/event')
    return refuse(400, 'BadRequestException', `The local event API does not know ${request.method} ${request.url}.`);
  const { success, data, error } = bodySchema.safeParse(isJson(body) ? JSON.parse(body) : undefined);
  if (!success) return refuse(400, 'BadRequestException', z.prettifyError(error));
  const namespace = findNamespace(data.channel, namespaces);
  if (namespace === undefined) return refuse(400, 'BadRequestException', `There is no channel ${data.channel}.`);
  const demand = { action: 'appsync:EventPublish', resource: `${apiArn}/channelNamespace/${namespace}`, context: {} };
  // A program without a role, such as a test, has all rights, as with the table.
  if (roleArn !== undefined && !isAllowed(findStatements(String(roleArn)), demand))
    return refuse(403, 'AccessDeniedException', `${roleArn} may not perform ${demand.action} on ${demand.resource}.`);
  // AppSync takes larger events and drops them in silence.
  const events = data.events.filter((event) => Buffer.byteLength(event) <= eventBytesMax);
  publish({ channel: toPath(data.channel), events });
  return {
    status: 200,
    answer: { failed: [], successful: data.events.map((_, index) => ({ identifier: randomUUID(), index })) },
  };
};

const isSigned = (authorization: string, accessKeyId: string): boolean =>
  new RegExp(`^AWS4-HMAC-SHA256 Credential=${accessKeyId}/\\d{8}/[a-z0-9-]+/appsync/aws4_request\\b`).test(
    authorization,
  );

/** The slashes around a channel do not matter. */
export const toPath = (channel: string): string => `/${channel.replaceAll(/^\/|\/$/g, '')}`;

const refuse = (status: number, errorType: string, message: string): Answer => ({
  status,
  answer: { errors: [{ errorType, message }] },
});
