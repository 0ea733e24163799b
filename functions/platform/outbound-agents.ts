import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { clock } from './clock.ts';

const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

const usedAtMs = new WeakMap<Socket, number>();

/** Shorter than the five seconds after which common servers close an idle connection. */
const idleMsMax = 4_000;

/**
 * Keeps connections for later calls, as long as they can be trusted. A server that closes an idle connection just when
 * a request is written leaves the outcome of that request unknown. A frozen function does not hear of the closing, nor
 * do its timers run: so the age of a connection is looked at before every use.
 */
export const keepingAgent = (protocol: string): http.Agent => {
  const agent = agents[protocol === 'https:' ? 'https' : 'http'];
  for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
    if (clock.now() - (usedAtMs.get(socket) ?? 0) > idleMsMax) socket.destroy();
  }
  return agent;
};

/** The other side has just answered on this connection. */
export const noteUse = (socket: Socket): void => {
  usedAtMs.set(socket, clock.now());
};
