import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { serve } from '../network/serve.ts';

/** Gets the number of the send and what passes it on. Without a response the caller waits. */
type OnSend = (sends: number, passOn: () => Promise<Response>) => Promise<Response | undefined>;

/** A server in front of the channel that the simulator plays. */
export const startChannelProxy = async (onSend: OnSend): Promise<{ url: string; close: () => void }> => {
  let sends = 0;
  const { url, stop } = await serve(async (request, response) => {
    const body = await text(request);
    const passOn = () =>
      fetch(`${inject('simulator').url}${request.url}`, {
        method: String(request.method),
        headers: { Authorization: String(request.headers.authorization), 'Content-Type': 'application/json' },
        ...(request.method === 'POST' ? { body } : {}),
      });
    if (request.method === 'POST') sends += 1;
    const answer = request.method === 'POST' ? await onSend(sends, passOn) : await passOn();
    if (answer) response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  return { url, close: stop };
};
