import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { LocalError } from './local-error.ts';

/** `setting` is the environment variable that chooses the port. */
export const listen = async (server: Server, port: number, setting = 'PORT'): Promise<number> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      const owner = findPortOwner(port);
      const advice = `Stop ${owner ? 'it' : 'the program that uses it'}, or choose another port with ${setting}=<number>.`;
      throw new LocalError(`Port ${port} is in use${owner ? ` by ${owner}` : ''}. ${advice}`);
    }
    if (code === 'EACCES') {
      throw new LocalError(`Port ${port} needs more privileges. Choose another port with ${setting}=<number>.`);
    }
    throw error;
  }
  return getPort(server);
};

/** Returns `undefined` on a machine without IPv6, or if another program has the port there. */
export const listenOnIpv6 = async <Listener extends Server>(
  server: Listener,
  port: number,
): Promise<Listener | undefined> => {
  server.listen(port, '::1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
};

/** Fails before the slow parts start, not after. */
export const assertPortFree = async (port: number, setting = 'PORT'): Promise<void> => {
  const server = createServer();
  await listen(server, port, setting);
  await close(server);
};

const [portMin, portMax] = [20_000, 32_000];

/**
 * Free on every interface, because DynamoDB Local listens on all of them and cannot pick a port itself. Systems hand out
 * higher ports, so no other server takes this one while Java starts.
 */
export const findFreePort = async (): Promise<number> => {
  const port = randomInt(portMin, portMax);
  const server = createServer().listen(port);
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return findFreePort();
  await close(server);
  return port;
};

const getPort = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port.');
  return address.port;
};

const close = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};

/** Ends open connections, too. */
export const stopServer = async (server: HttpServer): Promise<void> => {
  server.closeAllConnections();
  await close(server);
};

const listening = '0A';
const commandLengthMax = 60;

/** Knows only processes of this user, and only on Linux. */
const findPortOwner = (port: number): string | undefined => {
  const inodes = [...listInodes('/proc/net/tcp', port), ...listInodes('/proc/net/tcp6', port)];
  if (inodes.length === 0) return undefined;
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const pid = listNames('/proc').find((name) => /^\d+$/.test(name) && holdsSocket(name, sockets));
  if (pid === undefined) return undefined;
  const command = readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(0, commandLengthMax);
  return `process ${pid} (${command})`;
};

const listInodes = (path: string, port: number): string[] =>
  readText(path)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === listening && Number.parseInt(local.split(':')[1] ?? '', 16) === port)
    .map((columns) => columns[9] ?? '');

const holdsSocket = (pid: string, sockets: ReadonlySet<string>): boolean =>
  listNames(`/proc/${pid}/fd`).some((name) => sockets.has(readLink(`/proc/${pid}/fd/${name}`)));

const orElse = <Result>(read: () => Result, fallback: Result): Result => {
  try {
    return read();
  } catch {
    return fallback;
  }
};

const readText = (path: string): string => orElse(() => readFileSync(path, 'utf8'), '');
const listNames = (path: string): string[] => orElse(() => readdirSync(path), []);
const readLink = (path: string): string => orElse(() => readlinkSync(path), '');
