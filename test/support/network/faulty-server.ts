import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { serve } from './serve.ts';

interface ReceivedCall {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse) => void;

export const answerJson =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const answerError = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  answerJson(status, { error: { code, message: `The test answers ${status}.` } }, headers);

export const resetConnection: Answer = (response) => void response.socket?.resetAndDestroy();

/** Ends in the middle of its body. */
export const breakOff: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"data":', () => response.socket?.destroy());
};

/** Gives these answers one after the other; the last one from then on. */
export const startFaultyServer = async (...answers: Answer[]) => {
  const calls: ReceivedCall[] = [];
  const { url } = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push({ method: request.method, path: request.url, headers: request.headers, body });
    answer?.(response);
  });
  return { baseUrl: `${url}/v1`, calls };
};
