import { createWriteStream, fchmodSync } from 'node:fs';
import { styleText } from 'node:util';
import type { OnLog } from '../lambda/function-host.ts';
import { LocalError } from '../local-error.ts';

export interface Steps {
  begin: (step: string) => void;
  end: () => void;
}

export const showSteps = (stream: NodeJS.WriteStream): Steps => {
  let current: { step: string; startedMs: number } | undefined;
  const end = (): void => {
    if (current === undefined) return;
    const seconds = ((performance.now() - current.startedMs) / 1000).toFixed(1);
    const line = `${styleText('green', '✓', { stream })} ${current.step} ${styleText('dim', `${seconds} s`, { stream })}`;
    stream.write(`${stream.isTTY ? '\r' : ''}${line}\n`);
    current = undefined;
  };
  return {
    begin: (step) => {
      end();
      current = { step, startedMs: performance.now() };
      if (stream.isTTY) stream.write(`  ${step}…`);
    },
    end,
  };
};

export interface BannerFields {
  baseUrl: string;
  dashboard: { url: string; people: string[] } | undefined;
  /** A page that has the web chat. */
  shopUrl: string | undefined;
  workspaceId: string;
  apiKey: string;
  simulatorUrl: string;
  /** Empty without a dashboard, to which mails link. */
  mailboxUrl: string;
  dataDir: string;
  logPath: string;
}

export const formatBanner = (fields: BannerFields): string => {
  const { baseUrl, dashboard, shopUrl, workspaceId, apiKey, simulatorUrl, mailboxUrl, dataDir, logPath } = fields;
  return `
Switchboard runs on this machine.

${formatDashboard(dashboard)}${formatShop(shopUrl)}  API        ${baseUrl}
  Workspace  ${workspaceId}
  API key    ${apiKey}
  Channels   ${simulatorUrl} (simulated; open it for the list of commands)${mailboxUrl && `\n  Mailbox    ${mailboxUrl} (emails that would have been sent; alerts, once an Owner or Admin has signed in)`}
  Data       ${dataDir}
  Logs       ${logPath}

A first request:

  curl -w '\\n' -H "Authorization: Bearer ${apiKey}" ${baseUrl}/me

Simulate a customer message and, a moment later, list the conversations:

  curl -w '\\n' -H 'Content-Type: application/json' ${simulatorUrl}/inbound \\
    -d '{"channel":"msgapp","from":"+4915550001111","name":"Ana","text":"Hi"}'
  curl -w '\\n' -H "Authorization: Bearer ${apiKey}" ${baseUrl}/conversations

Ctrl-C stops it.
`;
};

const formatDashboard = (dashboard: BannerFields['dashboard']): string => {
  if (dashboard === undefined) return '';
  const people = new Intl.ListFormat('en', { type: 'disjunction' }).format(dashboard.people);
  return `  Dashboard  ${dashboard.url}\n             sign in as ${people}; no password\n`;
};

const formatShop = (url: string | undefined): string =>
  url === undefined ? '' : `  Web chat   ${url} (a demo shop; write there and answer in the inbox)\n`;

export const createFunctionLog = (path: string, showsAll: boolean): OnLog => {
  const file = createWriteStream(path, { mode: 0o600 });
  // The mode above leaves a file of an earlier run as it was.
  file.on('open', (descriptor) => fchmodSync(descriptor, 0o600));
  // A full disk must not stop the service.
  file.on('error', (error) => process.stderr.write(`Cannot write ${path}: ${error.message}\n`));
  return (functionId, line) => {
    file.write(`${functionId} ${line}\n`);
    if (isError(line)) process.stderr.write(`${styleText('red', functionId, { stream: process.stderr })} ${line}\n`);
    else if (showsAll) process.stdout.write(`${styleText('dim', `${functionId} ${line}`)}\n`);
  };
};

const isError = (line: string): boolean => {
  try {
    const level: unknown = Object(JSON.parse(line)).level;
    return typeof level === 'string' && ['error', 'fatal'].includes(level.toLowerCase());
  } catch {
    return false;
  }
};

/** With DEBUG=1, an error that is no fault of the user shows where it comes from. */
export const explainStartFailure = (error: unknown): string => {
  if (error instanceof LocalError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return process.env['DEBUG'] === '1' ? `${error.stack}` : `${error.message} DEBUG=1 shows where this comes from.`;
};
