import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../../tools/simulator/start.ts';
import { startReceiver } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, textMessage } from './fixture/simulator.ts';

const run = (...args: string[]) => spawn(process.execPath, ['bin/simulator.ts', ...args]);

describe('simulator', () => {
  it('a port in use is reported in one sentence', async () => {
    const { url } = await simulate();
    const port = Number(new URL(url).port);
    await expect(startSimulator({ port })).rejects.toThrow(`The simulator cannot use port ${port}: it is in use.`);
  });

  it('the simulator listens on the loopback interface only', async () => {
    const { url } = await simulate();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    await expect(fetch(url.replace('127.0.0.1', '[::1]'))).rejects.toThrow('fetch failed');
  });

  it('the simulator stops even with requests, receipts and retries in flight', async () => {
    const receiver = await startReceiver({ statusFor: () => 500 });
    const { url, send, stop } = await simulate({ retry: { firstDelayMs: 60_000 } }, receiver);
    const hanging = fetch(`${url}/v25.0/${msgapp.id}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${msgapp.accessToken}` },
      body: JSON.stringify(textMessage('+49305550007')),
    }).catch(() => 'cut off');
    await send(textMessage());
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
    await stop();
    expect(await hanging).toBe('cut off');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

describe('command line', () => {
  it('the command runs until it gets a signal', async () => {
    const receiver = await startReceiver();
    const child = run('--port', '0', '--webhook-url', receiver.url);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await eventually(() => expect(output).toContain('The channel simulator runs at http://127.0.0.1:'));
    const [url = ''] = /http:\S+/.exec(output) ?? [];
    await fetch(`${url}/inbound`, { method: 'POST', body: '{"channel":"msgapp","from":"+4915550001111"}' });
    await eventually(() => expect(receiver.messages()).toHaveLength(1));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    [['--help'], 0, 'Simulates the messaging channels'],
    [['--port', 'x'], 1, '--port must be a number from 0 to 65535, not "x".'],
    [['--webhook-url', 'x'], 1, '--webhook-url must be an http or https URL, not "x".'],
    [['--color'], 1, "Unknown option '--color'. Try --help."],
  ])('the arguments %o exit with %i and one sentence', async (args, code, message) => {
    const child = run(...args);
    const [output, [exitCode]] = await Promise.all([
      Promise.all([text(child.stdout), text(child.stderr)]),
      once(child, 'exit'),
    ]);
    expect(exitCode).toBe(code);
    expect(output.join('')).toContain(message);
  });
});
