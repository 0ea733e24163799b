import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildChat } from '../../lib/chat/build.ts';
import type { ChatManifest } from '../../sdk/chat/build.ts';

const kilobyte = 1_024;
let outDir: string;
let manifest: ChatManifest;

beforeAll(async () => {
  outDir = await buildChat();
  manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'));
});

const read = (path: string): string => readFileSync(join(outDir, path), 'utf8');

const assets = (name: RegExp): string[] =>
  readdirSync(join(outDir, 'assets'))
    .filter((file) => name.test(file))
    .map((file) => `assets/${file}`);

test('the loader, which every page loads, has at most 4 KB as browsers get it, and 4.5 KB for old proxies', () => {
  expect(brotliCompressSync(read('chat.js')).length).toBeLessThanOrEqual(4_000);
  expect(gzipSync(read('chat.js')).length).toBeLessThanOrEqual(4_500);
});

test('the frame has at most 45 KB with its styles and its language, compressed', () => {
  const files = [manifest.script, manifest.style, ...assets(/^ar-/)];
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(bytes).toBeLessThanOrEqual(45 * kilobyte);
});

test('each language is a file of its own', () => {
  expect(assets(/^[a-z]{2}-\w+\.js$/)).toHaveLength(12);
});
