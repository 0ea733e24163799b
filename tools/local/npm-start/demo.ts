import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { defaultAccounts } from '../../simulator/defaults.ts';
import type { Simulator } from '../../simulator/start.ts';
import { writeStateFile } from '../private-files.ts';
import type { Admin } from './admin.ts';

export const demoMembers = [
  { email: 'olivia@demo.example', name: 'Olivia Owner', role: 'owner' },
  { email: 'adam@demo.example', name: 'Adam Admin', role: 'admin' },
  { email: 'agnes@demo.example', name: 'Agnes Agent', role: 'agent' },
] as const;

const demoSchema = z.object({
  workspace_id: z.string(),
  api_key: z.string().optional(),
  simulator_url: z.string().optional(),
  web_secret: z.string().optional(),
  /** Filled, or left empty as asked. */
  is_prepared: z.boolean().optional(),
  issuer_url: z.string().optional(),
  /** The website of the web chat. */
  site_id: z.string().optional(),
});

export type Demo = z.infer<typeof demoSchema>;

export interface DemoFile {
  demo: Demo;
  update: (changes: Partial<Demo>) => void;
}

/** The first start creates the demo workspace; later starts read it, and the steps already done, from demo.json. */
export const ensureDemo = async (dataDir: string, admin: Admin): Promise<DemoFile> => {
  const path = toPath(dataDir);
  const file: DemoFile = {
    demo: readDemo(dataDir) ?? (await createWorkspace(admin)),
    update: (changes) => {
      file.demo = { ...file.demo, ...changes };
      if (path !== undefined) writeStateFile(path, file.demo);
    },
  };
  file.update({});
  return file;
};

const createWorkspace = async (admin: Admin): Promise<Demo> => {
  const command = ['workspace', 'create', '--name', 'Demo', '--country', 'US'];
  const { id } = await admin.run(command, z.object({ id: z.string() }));
  return { workspace_id: id };
};

const toPath = (dataDir: string): string | undefined => (dataDir === 'memory' ? undefined : join(dataDir, 'demo.json'));

export const readDemo = (dataDir: string): Demo | undefined => {
  const path = toPath(dataDir);
  if (path === undefined) return undefined;
  try {
    return demoSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};

export const ensureKey = async ({ demo, update }: DemoFile, admin: Admin): Promise<void> => {
  if (demo.api_key !== undefined) return;
  const command = ['key', 'create', ...workspaceOption(demo), '--name', 'Demo key', '--scopes', 'all'];
  const { key } = await admin.run(command, z.object({ key: z.string() }));
  update({ api_key: key });
};

const workspaceOption = ({ workspace_id }: Demo): string[] => ['--workspace', workspace_id];

const personSchema = z.object({ email: z.string() });
const listSchema = z.object({ members: z.array(personSchema), invitations: z.array(personSchema) });

/** Members join when they first sign in. This runs at each start, because invitations expire. */
export const inviteMembers = async ({ demo }: DemoFile, admin: Admin): Promise<void> => {
  const options = workspaceOption(demo);
  const { members, invitations } = await admin.run(['member', 'list', ...options], listSchema);
  const known = new Set<string>([...members, ...invitations].map(({ email }) => email));
  const missing = demoMembers.filter(({ email }) => !known.has(email));
  const invite = (email: string, role: string) =>
    admin.run(['member', 'invite', ...options, '--email', email, '--role', role], z.unknown());
  await Promise.all(missing.map(({ email, role }) => invite(email, role)));
};

const [msgapp, social, web] = defaultAccounts;
const connectedSchema = z.object({ secret: z.string().optional() });

/** Account ids are fixed, so only a simulator on another port needs a new connection. */
export const connectChannels = async (file: DemoFile, simulator: Simulator, admin: Admin): Promise<void> => {
  if (file.demo.simulator_url !== simulator.url) {
    const connect = (channel: string, ...options: string[]) =>
      admin.run(['channel', 'connect', channel, ...workspaceOption(file.demo), ...options], connectedSchema);
    const access = (accessToken: string) => ['--base-url', simulator.url, '--access-token', accessToken];
    const msgappIds = ['--phone-number-id', msgapp.id, '--waba-id', msgapp.wabaId];
    const [, , { secret }] = await Promise.all([
      connect('msgapp', ...msgappIds, ...access(msgapp.accessToken)),
      connect('social', '--account-id', social.id, ...access(social.accessToken)),
      connect('web', '--account-id', web.id),
    ]);
    await admin.run(['template', 'sync', ...workspaceOption(file.demo)], z.unknown());
    file.update({ simulator_url: simulator.url, web_secret: secret });
  }
  await postToSimulator(simulator, '/accounts', { channel: 'web', id: web.id, secret: file.demo.web_secret });
};

export const postToSimulator = async ({ url }: Pick<Simulator, 'url'>, path: string, body: object): Promise<void> => {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The simulator rejected POST ${path}: ${await response.text()}`);
};
