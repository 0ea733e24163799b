import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeStateFile } from '../state-file.ts';
import { runAdmin } from './run-admin.ts';

const demoSchema = z.object({
  workspace_id: z.string(),
  api_key: z.string(),
  simulator_url: z.string().optional(),
  web_secret: z.string().optional(),
  has_first_conversation: z.boolean().optional(),
  issuer_url: z.string().optional(),
});

type Demo = z.infer<typeof demoSchema>;

export interface DemoFile {
  demo: Demo;
  update: (changes: Partial<Demo>) => Demo;
}

/** The first start creates the demo workspace; later starts read it, and the setup steps already done, from demo.json. */
export const ensureDemo = async (dataDir: string, localDir: string): Promise<DemoFile> => {
  const path = toPath(dataDir);
  const file: DemoFile = {
    demo: readDemo(dataDir) ?? (await createDemo(localDir)),
    update: (changes) => {
      file.demo = { ...file.demo, ...changes };
      if (path !== undefined) writeStateFile(path, file.demo);
      return file.demo;
    },
  };
  file.update({});
  return file;
};

const createDemo = async (localDir: string): Promise<Demo> => {
  const createWorkspaceArguments = ['workspace', 'create', '--name', 'Demo', '--country', 'US'];
  const { id } = await runAdmin(localDir, createWorkspaceArguments, z.object({ id: z.string() }));
  const createKeyArguments = ['key', 'create', '--workspace', id, '--name', 'Demo key', '--scopes', 'all'];
  const { key } = await runAdmin(localDir, createKeyArguments, z.object({ key: z.string() }));
  return { workspace_id: id, api_key: key };
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
