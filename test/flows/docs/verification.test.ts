import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rotateSecret } from '../../../functions/domain/webhooks/secrets.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { makeContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook } from '../../support/deliveries.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { runProgram } from '../../support/snippets.ts';

interface Language {
  name: string;
  /** In examples/verify-signature, which docs/webhooks.md and the dashboard show. */
  file: string;
  command: string[];
  /** Completes the snippet to a program that prints "true" or "false" for a body, a header and a secret. */
  toProgram: (snippet: string) => string;
}

const languages: Language[] = [
  {
    name: 'Node',
    file: 'verify.mjs',
    command: [process.execPath],
    toProgram: (snippet) => `${snippet}\nconsole.log(isGenuine(...process.argv.slice(2)));\n`,
  },
  {
    name: 'Python',
    file: 'verify.py',
    command: ['python3'],
    toProgram: (snippet) =>
      `${snippet}\nimport sys\nprint(str(is_genuine(sys.argv[1].encode(), sys.argv[2], sys.argv[3])).lower())\n`,
  },
  {
    name: 'PHP',
    file: 'verify.php',
    command: ['php'],
    toProgram: (snippet) => `${snippet}\necho isGenuine($argv[1], $argv[2], $argv[3]) ? 'true' : 'false';\n`,
  },
  {
    name: 'Ruby',
    file: 'verify.rb',
    command: ['ruby'],
    toProgram: (snippet) => `${snippet}\nputs genuine?(ARGV[0], ARGV[1], ARGV[2])\n`,
  },
  {
    name: 'Go',
    file: 'verify.go',
    command: ['go', 'run'],
    toProgram: (snippet) =>
      `${snippet.replace('package webhooks', 'package main').replace('import (', 'import (\n\t"fmt"\n\t"os"')}
func main() { fmt.Println(IsGenuine([]byte(os.Args[1]), os.Args[2], os.Args[3])) }\n`,
  },
];

const isInstalled = ({ command: [program = ''] }: Language): boolean =>
  spawnSync(program, ['--version']).error === undefined;

const writeVerifier = ({ file, command: [program = '', ...args], toProgram }: Language) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, file);
  writeFileSync(path, toProgram(readFileSync(join('examples/verify-signature', file), 'utf8')));
  return async (body: string, header: string, secret: string): Promise<string> => {
    const { stdout, stderr } = await runProgram(program, [...args, path, body, header, secret]);
    return (stdout || stderr).trim();
  };
};

/** A delivery of the running service after the secret was rotated, so it has two signatures. */
const receiveDelivery = async () => {
  const { url, received } = await startReceiver();
  const { workspaceId, key, id, secret: previousSecret } = await makeWorkspaceWithWebhook(url);
  const { secret } = await rotateSecret(workspaceId, id, newId(), {});
  await makeContact(key, { name: 'Änne 🎉' });
  await expect.poll(() => received.length).toBe(1);
  const [delivery] = received;
  const header = String(delivery?.headers['x-service-signature']);
  return { body: delivery?.body ?? '', header, secret, previousSecret };
};

const sign = (body: string, secret: string, secondsAgo: number): string => {
  const time = Math.floor(Date.now() / 1000) - secondsAgo;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

describe('the signature check in examples/verify-signature', () => {
  for (const language of languages) {
    it.skipIf(!isInstalled(language))(
      `the check in ${language.name} accepts a delivery of the service and refuses forged, changed and old ones`,
      async () => {
        const verify = writeVerifier(language);
        const { body, header, secret, previousSecret } = await receiveDelivery();
        const other = `v1=${'0'.repeat(64)}`;
        expect(await verify(body, header, secret)).toBe('true');
        expect(await verify(body, header, previousSecret)).toBe('true');
        expect(await verify(body, header.replace('v1=', `${other},v1=`), secret)).toBe('true');
        expect(await verify(body, sign(body, secret, 200), secret)).toBe('true');
        expect(await verify(`${body} `, header, secret)).toBe('false');
        expect(await verify(body, header, `${secret}A`)).toBe('false');
        expect(await verify(body, header.replace(/v1=.*/, other), secret)).toBe('false');
        expect(await verify(body, sign(body, secret, 310), secret)).toBe('false');
        expect(await verify(body, sign(body, secret, -600), secret)).toBe('false');
        for (const garbage of ['', 't=', 't=,v1=,,=', 'v1=ä', 'nonsense']) {
          expect(await verify(body, garbage, secret)).toBe('false');
        }
      },
    );
  }
});
