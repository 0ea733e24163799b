import { expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { readAllRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import type { RecipientReport } from '../../../functions/model/broadcasts/broadcast.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { putTemplateNotice } from '../../../functions/table/templates/templates.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  beforeEachSend,
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';

const visit = { name: 'visit', language: 'en_US', category: 'UTILITY' };
const withText = (text: string) => ({ ...visit, components: [{ type: 'BODY', text }] });
const original = withText('Hi {{1}}, see you on {{2}}.');

const chunkSize = 2;

/** Sends to three chunks of two recipients; before the second chunk the template changes, or the channel reports on it. */
const sendWithChange = async (changed: object | ((workspaceId: string) => Promise<unknown>)) => {
  const time = startTestClock();
  const { id: workspaceId, number } = await makeQuietSender();
  const storeTemplate = (row: object) => callSimulator('POST', '/templates', { waba_id: number.waba_id, ...row });
  await storeTemplate(original);
  const phones = Array.from({ length: 3 * chunkSize }, newPhone);
  const { id } = await quiet.storeQuietBroadcast(workspaceId, quiet.toEntries(phones), {
    entriesPerChunk: chunkSize,
    audience: { template: { name: visit.name, language: visit.language, params: ['Ana', 'Monday'] } },
  });
  let change: Promise<unknown> | undefined;
  const sends = beforeEachSend((count) => {
    if (count > chunkSize) change ??= typeof changed === 'function' ? changed(workspaceId) : storeTemplate(changed);
    return change;
  });
  await quiet.drain(time);
  expect(heldQueue.deadLetters).toEqual([]);
  const reports: RecipientReport[] = [];
  for await (const page of await readAllRecipients(workspaceId, id)) reports.push(...page);
  return {
    broadcast: await getBroadcast(workspaceId, id),
    statuses: reports.map(({ status }) => status),
    reasons: reports.map(({ reason }) => reason),
    texts: (await listSentBodies(number)).map(({ template }) => template),
    used: await countUsedMessages(workspaceId),
    calls: sends.count(),
  };
};

const fromChannel = expect.stringMatching(/#132000/);

it('a template rejected during a broadcast fails the remaining recipients with the words of the channel', async () => {
  const { broadcast, statuses, reasons, used } = await sendWithChange({ ...original, status: 'REJECTED' });
  expect(statuses).toEqual(['sent', 'sent', 'failed', 'failed', 'failed', 'failed']);
  expect(reasons.slice(2)).toEqual(Array(4).fill(expect.stringMatching(/#132001.*template name \(visit\)/)));
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 4, pending_count: 0 });
  expect(broadcast.completed_at).not.toBeNull();
  expect(used).toBe(2);
});

it('a template that needs a further value during a broadcast fails the remaining recipients by its name', async () => {
  const { broadcast, statuses, reasons, used } = await sendWithChange(withText('Hi {{1}}, on {{2}} at {{3}}.'));
  expect(statuses).toEqual(['sent', 'sent', 'failed', 'failed', 'failed', 'failed']);
  const missing = expect.stringContaining('"template.params.body.2" is required: the template visit (en_US)');
  expect(reasons).toEqual([null, null, fromChannel, fromChannel, missing, missing]);
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 4, pending_count: 0 });
  expect(used).toBe(2);
});

it('a template that needs one value less during a broadcast is fitted again for the chunks that follow', async () => {
  const { broadcast, statuses, reasons, texts, used } = await sendWithChange(withText('Hi {{1}}.'));
  expect(statuses).toEqual(['sent', 'sent', 'failed', 'failed', 'sent', 'sent']);
  expect(reasons).toEqual([null, null, fromChannel, fromChannel, null, null]);
  expect(texts.at(-1)).toMatchObject({ components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }] });
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 4, failed_count: 2, pending_count: 0 });
  expect(used).toBe(4);
});

it('a pause that the channel reports fails the chunks that follow, and the channel is not called for them', async () => {
  const { broadcast, statuses, reasons, used, calls } = await sendWithChange((workspaceId) =>
    putTemplateNotice(workspaceId, visit, 'status', { value: 'PAUSED', reason: null, at: isoTime(clock.now()) }),
  );
  expect(statuses).toEqual(['sent', 'sent', 'sent', 'sent', 'failed', 'failed']);
  expect(reasons.slice(4)).toEqual(Array(2).fill(expect.stringContaining('(#132015) Template is paused')));
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 4, failed_count: 2, pending_count: 0 });
  expect({ used, calls }).toEqual({ used: 4, calls: 4 });
});
