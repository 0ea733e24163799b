import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import type { Broadcast, RecipientReport } from '../../../functions/model/broadcast.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { env } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { putFailures } from '../../../functions/table/broadcasts/recipients.ts';
import { startBroadcast, waitForBroadcast } from '../../support/broadcasts.ts';
import { pollOptions } from '../../support/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { callSimulator, listSentBodies, makeSendingWorkspace, type SendingWorkspace } from '../../support/simulator.ts';
import { localDirWith, type Run, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';

// These commands need a service that sends, so that they act on the one of all tests.
let localDir: string;
let sender: SendingWorkspace;
beforeAll(async () => {
  const endpoint = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  localDir = localDirWith(runtimeOf({ endpoint, tableName: env.tableName() }));
  sender = await makeSendingWorkspace();
});
afterAll(() => rmSync(localDir, { recursive: true }));

const admin = (...argv: string[]): Promise<Run> => runAdmin(['broadcast', ...argv], { env: { LOCAL_DIR: localDir } });

const newPhones = (length: number): string[] => Array.from({ length }, newPhone);

const rowsOf = <Row>({ code, stdout, stderr }: Run): Row[] => {
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

/** Sends as slowly as a number can, so that there is time to stop it. */
const makeSlowSender = async (): Promise<SendingWorkspace> => {
  const slow = await makeSendingWorkspace();
  const { id: phone_number_id, waba_id, access_token } = slow.number;
  const base_url = inject('simulator').url;
  const account = { phone_number_id, waba_id, access_token, base_url, api_version: 'v25.0', messages_per_second: 10 };
  await connectMsgapp(slow.id, account);
  return slow;
};

describe('broadcast list', () => {
  it('shows the broadcasts of a workspace, newest first, with their counters', async () => {
    const { id: workspace, key } = await makeSendingWorkspace();
    const first = await startBroadcast(key, newPhones(3), { name: 'First' });
    const second = await startBroadcast(key, newPhones(2), { name: 'Second' });
    await waitForBroadcast(workspace, first.id, { status: 'sent', delivered_count: 3 });
    await waitForBroadcast(workspace, second.id, { status: 'sent', delivered_count: 2 });
    const rows = rowsOf<Broadcast>(await admin('list', '--workspace', workspace, '--json'));
    expect(rows).toMatchObject([
      { id: second.id, name: 'Second', status: 'sent', accepted: 2, sent_count: 2, completed_at: expect.any(String) },
      { id: first.id, name: 'First', status: 'sent', accepted: 3, sent_count: 3, delivered_count: 3 },
    ]);
    const { stdout } = await admin('list', '--workspace', workspace);
    expect(stdout).toMatch(/^id +name +status +accepted/);
    expect(stdout).toContain(second.id);
  });

  it('says so where there is none, and where there is no such workspace', async () => {
    const { id } = await makeSendingWorkspace();
    expect((await admin('list', '--workspace', id)).stdout).toBe('This workspace has made no broadcast.\n');
    expect(await admin('list', '--workspace', newId())).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('broadcast cancel', () => {
  it('stops what is not sent yet, says what was, and is refused the second time', async () => {
    const slow = await makeSlowSender();
    const { id } = await startBroadcast(slow.key, newPhones(300));
    await expect.poll(async () => (await listSentBodies(slow.number)).length, { timeout: 20_000 }).toBeGreaterThan(0);
    const { code, stdout } = await admin('cancel', id, '--workspace', slow.id);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Canceled: \d+ of 300 messages had been sent\.\n/)]);

    const ended = await waitForBroadcast(slow.id, id, { pending_count: 0, completed_at: expect.any(String) });
    expect(ended).toMatchObject({ status: 'canceled', sent_count: (await listSentBodies(slow.number)).length });
    expect(ended.failed_count).toBe(300 - ended.sent_count);
    const failed = rowsOf<RecipientReport>(
      await admin('recipients', id, '--workspace', slow.id, '--status', 'failed', '--json'),
    );
    expect(failed).toHaveLength(ended.failed_count);
    expect(new Set(failed.map(({ reason_code }) => reason_code))).toEqual(new Set(['canceled']));

    const again = await admin('cancel', id, '--workspace', slow.id);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was already canceled') });
  }, 60_000);

  it('refuses one that is over, and one of another workspace', async () => {
    const { id } = await startBroadcast(sender.key, newPhones(1));
    const { completed_at } = await waitForBroadcast(sender.id, id, { status: 'sent' });
    const over = await admin('cancel', id, '--workspace', sender.id);
    expect(over).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`completed at ${completed_at}; 1 of its 1`),
    });
    const foreign = await admin('cancel', id, '--workspace', newId(), '--json');
    expect(JSON.parse(foreign.stderr)).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('broadcast recipients', () => {
  const refused = '+4915115550001';
  const failsLater = '+4915115550002';
  let phones: string[];
  let id: string;

  beforeAll(async () => {
    // More than one chunk, with those that fail at both ends.
    phones = [refused, ...newPhones(40), failsLater];
    ({ id } = await startBroadcast(sender.key, phones));
    const isReported = { status: 'sent', delivered_count: 40, failed_count: 2 };
    // A poll of `expect` belongs to a test.
    await vi.waitFor(async () => expect(await getBroadcast(sender.id, id)).toMatchObject(isReported), pollOptions);
  });

  const recipients = (...more: string[]) => admin('recipients', id, '--workspace', sender.id, ...more);

  it('shows each in the order of the audience, with its message or the reason why not', async () => {
    const rows = rowsOf<RecipientReport>(await recipients('--json'));
    expect(rows.map(({ phone }) => phone)).toEqual(phones);
    expect(rows[0]).toMatchObject({
      status: 'failed',
      reason_code: '131026',
      reason: expect.stringContaining('undeliverable'),
      message_id: expect.any(String),
    });
    expect(rows[1]).toEqual({
      phone: phones[1],
      status: 'delivered',
      reason_code: null,
      reason: null,
      message_id: expect.any(String),
      conversation_id: expect.any(String),
      contact_id: expect.any(String),
    });
    expect(rows.at(-1)).toMatchObject({ status: 'failed', reason_code: '131026' });
  });

  it('shows those of one status alone', async () => {
    const failed = rowsOf<RecipientReport>(await recipients('--status', 'failed', '--json'));
    expect(failed.map(({ phone }) => phone)).toEqual([refused, failsLater]);
    expect(rowsOf(await recipients('--status', 'pending', '--json'))).toEqual([]);
    expect((await recipients('--status', 'read')).stdout).toBe('There are no such recipients.\n');
    expect(await recipients('--status', 'lost')).toMatchObject({ code: 2 });
  });

  it('writes CSV with a header, and the numbers as they are', async () => {
    const lines = (await recipients('--csv')).stdout.split('\r\n');
    expect(lines[0]).toBe('phone,status,reason_code,message_id,conversation_id,contact_id,reason');
    expect(lines.slice(1, -1).map((line) => line.split(',', 2))).toEqual(
      phones.map((phone) => [phone, [refused, failsLater].includes(phone) ? 'failed' : 'delivered']),
    );
    expect((await recipients('--csv', '--status', 'pending')).stdout).toBe(`${lines[0]}\r\n`);
  });

  it('lines the columns up for people', async () => {
    const [header = '', ...lines] = (await recipients()).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(phones.length);
    const place = header.indexOf('message_id');
    for (const line of lines) expect(line.slice(place, place + 36)).toMatch(/^[\da-f-]{36}$/);
  });

  it('prints nothing of a broadcast of another workspace', async () => {
    const outcome = await admin('recipients', id, '--workspace', newId(), '--csv');
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no such broadcast') });
  });

  it('shows as pending who has not been asked for, or is asked to wait', async () => {
    const slow = await makeSlowSender();
    await callSimulator('POST', '/switches', { account_id: slow.number.id, fail_next: { count: 1_000, code: 130429 } });
    const { id: waiting } = await startBroadcast(slow.key, newPhones(60));
    const statuses = async () => {
      const rows = rowsOf<RecipientReport>(await admin('recipients', waiting, '--workspace', slow.id, '--json'));
      return [...new Set(rows.map(({ status }) => status))];
    };
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['pending']);
    resultOf(await admin('cancel', waiting, '--workspace', slow.id, '--json'));
  }, 60_000);

  it('tells the two places apart of one who stands in the audience twice', async () => {
    const [one = '', two = ''] = newPhones(2);
    const twice = await putIdle([[one, two], [one]]);
    await putFailures(twice, 0, [{ phone: one, reason: { code: 'plan_limit_reached', message: 'Used up.' } }]);
    const pending = rowsOf<RecipientReport>(await admin('recipients', twice, '--workspace', sender.id, '--json'));
    expect(pending.map(({ phone, status }) => [phone, status])).toEqual([
      [one, 'failed'],
      [two, 'pending'],
      [one, 'pending'],
    ]);
    await putFailures(twice, 1, [{ phone: `${one}#1`, reason: { code: 'duplicate', message: 'Twice.' } }]);
    const rows = rowsOf<RecipientReport>(await admin('recipients', twice, '--workspace', sender.id, '--json'));
    expect(rows.map(({ reason_code }) => reason_code)).toEqual(['plan_limit_reached', null, 'duplicate']);
  });
});

/** A broadcast with these chunks that nobody sends. */
const putIdle = async (chunks: readonly string[][]): Promise<string> => {
  const id = newId();
  const shown = { id, name: 'Idle', template_name: 'hello_world', template_language: 'en_US', segment_id: null };
  const times = { created_at: isoTime(Date.now()), started_at: null, completed_at: null };
  const counts = { accepted: chunks.flat().length, rejected: 0, lanes: 0, is_audience_pending: false };
  const template = { name: 'hello_world', language: 'en_US', params: undefined };
  const plan = { template, before: id, chunks: chunks.length, is_finished: true, lanes_left: 1 };
  await putBroadcast(
    { ...shown, ...times, ...counts, workspace_id: sender.id, status: 'queued' },
    plan,
    chunks.map((phones, index) => ({ index, entries: phones.map((phone) => ({ phone })) })),
  );
  return id;
};
