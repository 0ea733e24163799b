import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

export interface StubResponse {
  status: number;
  type: string;
  body: string;
}

/** Fakes an AWS service during one test and records the request bodies. */
export const startAwsStub = async (
  respond: (body: string, request: IncomingMessage) => StubResponse,
): Promise<{ url: string; bodies: string[] }> => {
  const bodies: string[] = [];
  const { url } = await serve(async (request, response) => {
    const requestBody = await text(request);
    bodies.push(requestBody);
    const { status, type, body } = respond(requestBody, request);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  return { url, bodies };
};
