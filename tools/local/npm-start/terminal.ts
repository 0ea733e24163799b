import { styleText } from 'node:util';

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
  workspaceId: string;
  apiKey: string;
  simulatorUrl: string;
  dataDir: string;
  logPath: string;
}

export const formatBanner = (fields: BannerFields): string => {
  const { baseUrl, dashboard, workspaceId, apiKey, simulatorUrl, dataDir, logPath } = fields;
  return `
Switchboard runs on this machine.

${formatDashboard(dashboard)}  API        ${baseUrl}
  Workspace  ${workspaceId}
  API key    ${apiKey}
  Channels   ${simulatorUrl} (simulated; open it for the list of commands)
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
