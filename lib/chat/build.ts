import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildOnce, chatSources, hashSources } from '../build-cache.ts';

const root = resolve(import.meta.dirname, '../..');

/** Says what the page of the frame loads. It is not served. */
export const chatManifest = 'manifest.json';

/** Returns a folder with the loader and, below `assets`, the files of the frame. */
export const buildChat = (): Promise<string> => buildOnce('chats', hashSources(chatSources), build);

const program = `const { buildChat } = await import(process.argv[1]); await buildChat(process.argv[2]);`;

/** Uses a process of its own: the client stands apart, and nothing of the service imports it. */
const build = async (outDir: string): Promise<void> => {
  const source = join(root, 'sdk/chat/build.ts');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, source, outDir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${source} failed with exit code ${code}.`);
};

export const readChatManifest = (chatDir: string): string => readFileSync(join(chatDir, chatManifest), 'utf8');
