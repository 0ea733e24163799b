import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';
const commandLengthMax = 60;

/** Knows only processes of this user, and only on Linux. */
export const findPortOwner = (port: number): string | undefined => {
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
