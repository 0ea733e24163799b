import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import type { Broadcast, RecipientReport } from '../../../functions/model/broadcasts/broadcast.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { audiencePart } from '../../../functions/table/broadcasts/audience.ts';
import { putFailures } from '../../../functions/table/broadcasts/recipients.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { type AdminRun, readResult, runServiceAdmin } from '../../support/admin.ts';
import { startBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import {
  newQuietBroadcast,
  quietBroadcastPart,
  storeFailedBroadcast,
  storeQuietBroadcast,
  toEntries,
} from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeSendingWorkspace, type SendingWorkspace } from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSendingWorkspace();
});

const admin = (...argv: string[]): Promise<AdminRun> => runServiceAdmin(['broadcast', ...argv]);

const emptyAudience = {
  template: { name: 'hello_world', language: 'en_US' },
  before: '0',
  chunks: 0,
  is_finished: true,
  lanes_left: 0,
};

const newPhones = (length: number): string[] => Array.from({ length }, newPhone);

const readRows = <Row>(run: AdminRun): Row[] => readResult<Row[]>(run);

describe('broadcast list', () => {
  it('broadcast list shows the broadcasts of a workspace, newest first, with their counters', async () => {
    const { id: workspace } = await makeWorkspace();
    const first = await storeQuietBroadcast(workspace, toEntries(newPhones(3)), { broadcast: { name: 'First' } });
    const second = await storeQuietBroadcast(workspace, toEntries(newPhones(2)), { broadcast: { name: 'Second' } });
    const rows = readRows<Broadcast>(await admin('list', '--workspace', workspace, '--json'));
    expect(rows).toMatchObject([
      { id: second.id, name: 'Second', status: 'queued', accepted: 2, pending_count: 2, completed_at: null },
      { id: first.id, name: 'First', status: 'queued', accepted: 3, sent_count: 0 },
    ]);
    const { stdout } = await admin('list', '--workspace', workspace);
    expect(stdout).toMatch(/^id +name +status +accepted/);
    expect(stdout).toContain(second.id);
  });

  it('broadcast list says when a workspace has no broadcasts, and refuses an unknown workspace', async () => {
    const { id } = await makeWorkspace();
    expect((await admin('list', '--workspace', id)).stdout).toBe('This workspace has no broadcasts.\n');
    expect(await admin('list', '--workspace', newId())).toMatchObject({ code: 1, stdout: '' });
  });
});

it('broadcast resume starts the watchdog of what is not completed, of one workspace or of all', async () => {
  const { id: workspace } = await makeWorkspace();
  await storeFailedBroadcast(workspace, [{ phone: newPhone(), code: '131026' }]);
  expect((await admin('resume', '--workspace', workspace)).stdout).toBe('All broadcasts are completed.\n');
  const waiting = newQuietBroadcast(workspace, { accepted: 0, lanes: 0 });
  await transact([quietBroadcastPart(waiting), audiencePart(waiting.id, emptyAudience)]);
  const rows = readRows<{ id: string }>(await admin('resume', '--json'));
  expect(rows.map((row) => row.id)).toContain(waiting.id);
  await waitForBroadcast(workspace, waiting.id, { status: 'failed', completed_at: expect.any(String) });
});

describe('broadcast cancel', () => {
  it('broadcast cancel reports what was sent, however often it is called', async () => {
    const { id } = await storeQuietBroadcast(sender.id, toEntries(newPhones(3)));
    const { code, stdout } = await admin('cancel', id, '--workspace', sender.id);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Canceled: 0 of 3 messages had been sent\.\n/)]);
    const again = await admin('cancel', id, '--workspace', sender.id, '--json');
    expect(readResult(again)).toMatchObject({ status: 'canceled', sent_count: 0 });
  });

  it('broadcast cancel refuses a completed broadcast and one of another workspace', async () => {
    const id = await storeFailedBroadcast(sender.id, [{ phone: newPhone(), code: '131026' }]);
    const { completed_at } = await getBroadcast(sender.id, id);
    const again = await admin('cancel', id, '--workspace', sender.id);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`completed at ${completed_at}; 0 of its 1`),
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
    // These are more than one chunk, with a failure at each end.
    phones = [refused, ...newPhones(30), failsLater];
    ({ id } = await startBroadcast(sender.key, phones));
    const isReported = { status: 'sent', delivered_count: 30, failed_count: 2 };
    // expect.poll works only inside a test.
    await vi.waitFor(async () => expect(await getBroadcast(sender.id, id)).toMatchObject(isReported), 60_000);
  });

  const recipients = (...more: string[]) => admin('recipients', id, '--workspace', sender.id, ...more);

  it('broadcast recipients lists them in the order of the audience, with message or reason', async () => {
    const rows = readRows<RecipientReport>(await recipients('--json'));
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

  it('broadcast recipients filters by status, and refuses a broadcast of another workspace', async () => {
    const failed = readRows<RecipientReport>(await recipients('--status', 'failed', '--json'));
    expect(failed.map(({ phone }) => phone)).toEqual([refused, failsLater]);
    expect(readRows(await recipients('--status', 'pending', '--json'))).toEqual([]);
    expect((await recipients('--status', 'read')).stdout).toBe('There are no such recipients.\n');
    expect(await recipients('--status', 'lost')).toMatchObject({ code: 2 });
    const run = await admin('recipients', id, '--workspace', newId(), '--csv');
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no such broadcast') });
  });

  it('broadcast recipients writes CSV with a header and unescaped phone numbers', async () => {
    const lines = (await recipients('--csv')).stdout.split('\r\n');
    expect(lines[0]).toBe('phone,status,reason_code,message_id,conversation_id,contact_id,reason');
    expect(lines.slice(1, -1).map((line) => line.split(',', 2))).toEqual(
      phones.map((phone) => [phone, [refused, failsLater].includes(phone) ? 'failed' : 'delivered']),
    );
    expect((await recipients('--csv', '--status', 'pending')).stdout).toBe(`${lines[0]}\r\n`);
  });

  it('broadcast recipients distinguishes the two rows of a recipient listed twice', async () => {
    const [first = '', second = ''] = newPhones(2);
    const broadcast = await storeQuietBroadcast(sender.id, toEntries([first, second, first]), {
      entriesPerChunk: 2,
    });
    const twice = broadcast.id;
    await putFailures(broadcast, 0, [
      { phone: first, reason: { code: 'plan_limit_reached', message: 'Quota exceeded.' } },
    ]);
    const pending = readRows<RecipientReport>(await admin('recipients', twice, '--workspace', sender.id, '--json'));
    expect(pending.map(({ phone, status }) => [phone, status])).toEqual([
      [first, 'failed'],
      [second, 'pending'],
      [first, 'pending'],
    ]);
    await putFailures(broadcast, 1, [{ phone: `${first}#1`, reason: { code: 'duplicate', message: 'Listed twice.' } }]);
    const rows = readRows<RecipientReport>(await admin('recipients', twice, '--workspace', sender.id, '--json'));
    expect(rows.map(({ reason_code }) => reason_code)).toEqual(['plan_limit_reached', null, 'duplicate']);
  });
});
