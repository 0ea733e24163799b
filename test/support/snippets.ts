import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inject, onTestFinished } from 'vitest';
import { connectMsgapp, connectSocial, connectWeb } from '../../functions/domain/channels/connect.ts';
import { newAccount } from '../../tools/simulator/accounts.ts';
import { startSimulator } from '../../tools/simulator/start.ts';
import { makeWorkspace } from './client.ts';

export interface Snippet {
  code: string;
  /** The block right below, if it shows what the snippet prints. */
  output: string | undefined;
}

/** The shell blocks of a page that call the service or the simulator. */
export const findShellSnippets = (page: string): Snippet[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```(?:json|text)\n([\s\S]*?)^```)?/gm)]
    .map(([, code = '', output]) => ({ code, output }))
    .filter(({ code }) => /\$BASE_URL|\$SIMULATOR_URL|^(send|api) /m.test(code));

/** The code of every block of a language on a page. */
export const codeBlocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => String(code));

/** Starts what a reader of the README has: a workspace on all channels, and a simulator that has no other accounts. */
export const startDemo = async () => {
  const { baseUrl } = inject('service');
  const toWebhook = (channel: string) => ({ url: `${baseUrl}/channels/${channel}` });
  const [msgapp, social] = [newAccount('msgapp', {}), newAccount('social', {})];
  if (msgapp.channel !== 'msgapp' || social.channel !== 'social') throw new Error('The simulator mixed up accounts.');
  const simulator = await startSimulator({
    port: 0,
    accounts: [msgapp, social],
    webhooks: { msgapp: toWebhook('msgapp'), social: toWebhook('social'), web: toWebhook('web') },
  });
  onTestFinished(simulator.stop);
  const { id, key } = await makeWorkspace();
  const connection = { base_url: simulator.url, api_version: 'v25.0' };
  const { id: phone_number_id, wabaId: waba_id, accessToken } = msgapp;
  await connectMsgapp(id, { phone_number_id, waba_id, access_token: accessToken, ...connection });
  await connectSocial(id, { account_id: social.id, access_token: social.accessToken, ...connection });
  const web = await connectWeb(id);
  const account = { channel: 'web', id: web.account_id, secret: web.secret };
  await fetch(`${simulator.url}/accounts`, { method: 'POST', body: JSON.stringify(account) });
  return { workspaceId: id, BASE_URL: baseUrl, API_KEY: key, SIMULATOR_URL: simulator.url };
};

const separator = '--- next snippet ---';

/** Runs the snippets one after the other in one shell, so variables and functions carry over. */
export const runShell = async (snippets: readonly Snippet[], env: Record<string, string>, cwd = '.') => {
  const script = ['set -euo pipefail', ...snippets.map(({ code }) => `${code}\necho '${separator}'`)].join('\n');
  const { stdout, ...rest } = await runProgram('bash', ['-c', script], env, cwd);
  return { ...rest, outputs: stdout.split(`${separator}\n`).slice(0, -1) };
};

export const runProgram = async (command: string, args: string[], env: Record<string, string> = {}, cwd = '.') => {
  // A shell complains of a locale that the machine does not have.
  const child = spawn(command, args, { env: { ...process.env, ...env, LC_ALL: 'C', NODE_OPTIONS: '' }, cwd });
  onTestFinished(() => void child.kill());
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code: Number(code), stdout, stderr };
};

/** A pattern for what a page shows: `…` stands for whatever differs from run to run. */
export const toPattern = (shown: string): RegExp =>
  new RegExp(`^${shown.trim().split('…').map(escapePattern).join('.*?')}$`);

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
