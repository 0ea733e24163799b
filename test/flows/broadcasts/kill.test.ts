import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import type { QueueJob } from '../../../functions/model/jobs.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { bundle } from '../../../lib/functions/bundle.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { callSimulator, connectNumber, countUsedMessages, listSentBodies } from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-kill-'));
  await bundle({ sendBroadcast: resolve('functions/consumers/send-broadcast.ts') }, folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the function in a process of its own. */
const startLane = ({ body }: QueueJob): ChildProcess => {
  const record = { messageId: 'kill', body: JSON.stringify(body), attributes: { ApproximateReceiveCount: '1' } };
  const program = resolve('test/support/fixture/run-function.ts');
  const index = join(folder, 'sendBroadcast', 'index.js');
  return spawn(process.execPath, [program, index, JSON.stringify({ Records: [record] }), '30000'], {
    env: { PATH: process.env['PATH'], ...inject('service').environment },
    stdio: 'ignore',
  });
};

/** A proxy before the channel that kills the sender while it waits for the response to its nth send. */
const startKillingProxy = async (sendsMax: number, kill: () => void) => {
  let sends = 0;
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? await text(request) : undefined;
    sends += body === undefined ? 0 : 1;
    const isLast = sends >= sendsMax;
    const { authorization = '' } = request.headers;
    const forwarded = await fetch(`${inject('simulator').url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { Authorization: authorization, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    });
    if (isLast) return kill();
    response.writeHead(forwarded.status, { 'Content-Type': 'application/json' }).end(await forwarded.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('a lane that is killed during a call to the channel', () => {
  it.each([1, 3])(
    'a worker killed during send %i loses no other recipient, and none gets two messages',
    async (sendsMax) => {
      const time = startTestClock();
      const { id: workspaceId } = await makeWorkspace();
      const running: { child?: ChildProcess } = {};
      const { url, server } = await startKillingProxy(sendsMax, () => running.child?.kill('SIGKILL'));
      const number = await connectNumber(workspaceId, url);
      await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
      const phones = Array.from({ length: 5 }, newPhone);
      const broadcast = await quiet.storeQuietBroadcast(workspaceId, quiet.toEntries(phones));
      running.child = startLane(quiet.buildLaneJob(broadcast, 0));
      expect(await once(running.child, 'exit')).toEqual([null, 'SIGKILL']);
      server.close();
      server.closeAllConnections();
      await connectMsgapp(workspaceId, {
        phone_number_id: number.id,
        waba_id: number.waba_id,
        access_token: number.access_token,
        base_url: inject('simulator').url,
        api_version: 'v25.0',
      });
      time.advanceTo(clock.now() + 180_000);
      await quiet.drain(time);
      const completed = await getBroadcast(workspaceId, broadcast.id);
      expect(completed).toMatchObject({ pending_count: 0, completed_at: expect.any(String) });
      expect(completed.sent_count + completed.failed_count).toBe(5);
      expect(completed.failed_count).toBeGreaterThan(0);
      const sent = (await listSentBodies(number)).map(({ to }) => to);
      expect(sent.length).toBe(new Set(sent).size);
      expect(sent.length).toBeGreaterThanOrEqual(completed.sent_count);
      expect(await countUsedMessages(workspaceId)).toBe(5);
    },
  );
});
