import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  if (!existsSync(source)) return writePlaceholder(outDir);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, source, outDir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${source} failed with exit code ${code}.`);
};

const writePlaceholder = (outDir: string): void => {
  mkdirSync(join(outDir, 'assets'), { recursive: true });
  for (const name of ['chat.js', 'assets/frame.js', 'assets/frame.css']) writeFileSync(join(outDir, name), '');
  const manifest = { script: '/assets/frame.js', style: '/assets/frame.css', version: '0' };
  writeFileSync(join(outDir, chatManifest), JSON.stringify(manifest));
};

export const readChatManifest = (chatDir: string): string => readFileSync(join(chatDir, chatManifest), 'utf8');
