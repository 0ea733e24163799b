import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeState } from '../state-file.ts';
import { runAdmin } from './run-admin.ts';

const demoSchema = z.object({
  workspace_id: z.string(),
  api_key: z.string(),
  /** The simulator to which the workspace's channels are connected. */
  simulator_url: z.string().optional(),
  /** What the demo's website signs with. */
  web_secret: z.string().optional(),
  /** The first conversation has been made. */
  has_first_conversation: z.boolean().optional(),
});

type Demo = z.infer<typeof demoSchema>;

export interface DemoFile {
  demo: Demo;
  update: (changes: Partial<Demo>) => Demo;
}

/**
 * The demo workspace and its key. The first start with a data folder makes them, through the admin command line like
 * anybody else; later starts show the same ones. What is made after them is noted, so that nothing is made twice.
 */
export const ensureDemo = async (dataDir: string, localDir: string): Promise<DemoFile> => {
  const path = dataDir === 'memory' ? undefined : join(dataDir, 'demo.json');
  const file: DemoFile = {
    demo: (path && readDemo(path)) || (await createDemo(localDir)),
    update: (changes) => {
      file.demo = { ...file.demo, ...changes };
      if (path !== undefined) writeState(path, file.demo);
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

const readDemo = (path: string): Demo | undefined => {
  try {
    return demoSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};
