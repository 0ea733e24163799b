import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../../tools/simulator/start.ts';
import { startReceiver } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, textMessage } from './fixture/simulator.ts';

const run = (...args: string[]) => spawn(process.execPath, ['bin/simulator.ts', ...args]);

describe('the simulator', () => {
  it('refuses a busy port with one sentence', async () => {
    const { url } = await simulate();
    const port = Number(new URL(url).port);
    await expect(startSimulator({ port })).rejects.toThrow(
      `The simulator cannot use port ${port}: something else listens there.`,
    );
  });

  it('listens on the loopback interface alone', async () => {
    const { url } = await simulate();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    await expect(fetch(url.replace('127.0.0.1', '[::1]'))).rejects.toThrow('fetch failed');
  });

  it('stops with requests, receipts and retries under way', async () => {
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

  it('keeps every message of a burst, and tells of each', async () => {
    const { url, control, receiver } = await simulate();
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const send = (to: string) =>
      new Promise<void>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${msgapp.accessToken}` };
        const sent = request(`${url}/v25.0/${msgapp.id}/messages`, { method: 'POST', agent, headers }, (response) => {
          response.on('end', resolve).resume();
        });
        sent.on('error', reject).end(JSON.stringify(textMessage(to)));
      });
    const numbers = Array.from({ length: 1000 }, (_, place) => `+49301${String(place).padStart(6, '0')}`);
    await Promise.all(numbers.map(send));
    agent.destroy();
    const { data } = (await control('GET', '/sent')).json;
    expect(data.map(({ to }) => to).sort()).toEqual(numbers);
    await eventually(() => expect(receiver.received).toHaveLength(2000));
    expect(new Set(receiver.statuses().map(({ id, status }) => `${id} ${status}`)).size).toBe(2000);
  });
});

describe('the command', () => {
  it('runs until it is told to stop', async () => {
    const receiver = await startReceiver();
    const child = run('--port', '0', '--webhook-url', receiver.url);
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await eventually(() => expect(said).toContain('The channel simulator runs at http://127.0.0.1:'));
    const [url = ''] = /http:\S+/.exec(said) ?? [];
    await fetch(`${url}/inbound`, { method: 'POST', body: '{"channel":"msgapp","from":"+4915550001111"}' });
    await eventually(() => expect(receiver.messages()).toHaveLength(1));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    [['--help'], 0, 'Stands in for the messaging channels'],
    [['--port', 'x'], 1, '--port must be a number from 0 to 65535, not "x".'],
    [['--webhook-url', 'x'], 1, '--webhook-url must be an http or https URL, not "x".'],
    [['--color'], 1, "Unknown option '--color'. Try --help."],
  ])('%o ends with %i and a sentence', async (args, code, words) => {
    const child = run(...args);
    const [said, [exitCode]] = await Promise.all([
      Promise.all([text(child.stdout), text(child.stderr)]),
      once(child, 'exit'),
    ]);
    expect(exitCode).toBe(code);
    expect(said.join('')).toContain(words);
  });
});
