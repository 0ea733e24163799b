import type { IncomingMessage } from 'node:http';
import { explainForeignHost } from '../../loopback/foreign-request.ts';
import { type HttpResponse, startHttpServer } from '../http-server.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { answerViewer, buildError } from './answer-viewer.ts';
import type { Distribution } from './distribution.ts';

export interface Front {
  url: string;
  /** Requests wait until the distribution is open. */
  open: (distribution: Distribution, functions: HostedFunction[]) => void;
  stop: () => Promise<void>;
}

type Answer = (message: IncomingMessage) => Promise<HttpResponse>;

/** Takes the port first, because the domain of the distribution is part of other resources. */
export const bindFront = async (port: number, portSetting: string): Promise<Front> => {
  const { promise: answer, resolve } = Promise.withResolvers<Answer>();
  const server = await startHttpServer({
    port,
    portSetting,
    answer: async (message) => {
      const fault = explainForeignHost(message);
      return fault === undefined ? (await answer)(message) : buildError(403, fault);
    },
    answerMalformed: () => buildError(400, 'This is no HTTP request.'),
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    open: (distribution, functions) => resolve((message) => answerViewer(message, distribution, functions)),
    stop: server.stop,
  };
};
