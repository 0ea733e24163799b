import { beforeAll, describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { readAllRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import type { RecipientReport } from '../../../functions/model/broadcasts/broadcast.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { putTemplateNotice } from '../../../functions/table/templates/templates.ts';
import { getRecipients, greeting, postBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  beforeEachSend,
  callSimulator,
  countUsedMessages,
  listMessages,
  listSentBodies,
  makeQuietSender,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeContact, newPhone, newPhones, patchContact } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { makeSegment, seedContacts } from '../../support/segments.ts';

const visit = { name: 'visit', language: 'en_US', category: 'UTILITY' };
const withText = (text: string) => ({ ...visit, components: [{ type: 'BODY', text }] });
const original = withText('Hi {{1}}, see you on {{2}}.');

/** Sends to three chunks of one recipient; before the second chunk the template changes, or the channel reports on it. */
const sendWithChange = async (changed: object | ((workspaceId: string) => Promise<unknown>)) => {
  const time = startTestClock();
  const { id: workspaceId, number } = await makeQuietSender();
  const storeTemplate = (row: object) => callSimulator('POST', '/templates', { waba_id: number.waba_id, ...row });
  await storeTemplate(original);
  const phones = newPhones(3);
  const { id } = await quiet.storeQuietBroadcast(workspaceId, phones, {
    entriesPerChunk: 1,
    audience: { template: { name: visit.name, language: visit.language, params: ['Ana', 'Monday'] } },
  });
  let change: Promise<unknown> | undefined;
  const sends = beforeEachSend((count) => {
    if (count > 1) change ??= typeof changed === 'function' ? changed(workspaceId) : storeTemplate(changed);
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
  expect(statuses).toEqual(['sent', 'failed', 'failed']);
  expect(reasons.slice(1)).toEqual(Array(2).fill(expect.stringMatching(/#132001.*template name \(visit\)/)));
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 2, pending_count: 0 });
  expect(broadcast.completed_at).not.toBeNull();
  expect(used).toBe(1);
});

it('a template that needs a further value during a broadcast fails the remaining recipients by its name', async () => {
  const { broadcast, statuses, reasons, used } = await sendWithChange(withText('Hi {{1}}, on {{2}} at {{3}}.'));
  expect(statuses).toEqual(['sent', 'failed', 'failed']);
  const missing = expect.stringContaining('"template.params.body.2" is required: the template visit (en_US)');
  expect(reasons).toEqual([null, fromChannel, missing]);
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 2, pending_count: 0 });
  expect(used).toBe(1);
});

it('a pause that the channel reports fails the chunks that follow without a call of the channel', async () => {
  const { broadcast, statuses, reasons, used, calls } = await sendWithChange((workspaceId) =>
    putTemplateNotice(workspaceId, visit, 'status', { value: 'PAUSED', reason: null, at: isoTime(clock.now()) }),
  );
  expect(statuses).toEqual(['sent', 'sent', 'failed']);
  expect(reasons[2]).toContain('(#132015) Template is paused');
  expect(broadcast).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 1, pending_count: 0 });
  expect({ used, calls }).toEqual({ used: 2, calls: 2 });
});

describe('values that name a field of the contact', () => {
  let sender: SendingWorkspace;
  beforeAll(async () => {
    sender = await makeSendingWorkspace();
    await callSimulator('POST', '/templates', { waba_id: sender.number.waba_id, ...greeting });
  });

  const greet = (value: string) => ({ name: 'greeting', params: [value] });

  /** The value that the channel got for each number. */
  const sentValues = async (): Promise<Record<string, string | undefined>> =>
    Object.fromEntries(
      (await listSentBodies(sender.number)).map((body) => [
        String(body['to']),
        /"text":"([^"]*)"/.exec(JSON.stringify(body))?.[1],
      ]),
    );

  const launch = async (body: object, expected: object) => {
    const { status, json } = await postBroadcast(sender.key, body);
    expect({ status, error: json.error }).toEqual({ status: 202 });
    return waitForBroadcast(sender.id, json.data.id, expected);
  };

  it('a broadcast to a large dynamic segment reaches every match with the values of its contact', async () => {
    const filter = { match: 'all', rules: [{ field: 'company', op: 'starts_with', value: 'Firm' }] };
    const segment = await makeSegment(sender.key, { name: 'Firms', kind: 'dynamic', filter });
    await seedContacts(sender.id, 310, (index) => ({
      ...(index % 31 === 0 ? { phone: `+4917${String(500_000_000 + index)}` } : {}),
      company: `Firm ${index}`,
    }));
    await launch(
      { segment_id: segment.id, template: greet('{{contact.company}}') },
      { status: 'sent', accepted: 10, rejected: 300, sent_count: 10 },
    );
    expect(await sentValues()).toMatchObject({ '+4917500000000': 'Firm 0', '+4917500000279': 'Firm 279' });
  });

  it('listed contacts and numbers get the values of their contacts, and own params may name fields, too', async () => {
    const ana = await makeContact(sender.key, { name: 'Ana', email: 'ana@example.com' });
    await launch({ contact_ids: [ana.id], template: greet('{{contact.email}}') }, { status: 'sent' });
    expect(await sentValues()).toMatchObject({ [String(ana.phone)]: 'ana@example.com' });
    const stranger = newPhone();
    await launch(
      {
        recipients: [{ to: ana.phone, params: ['own {{contact.name}}'] }, { to: stranger }],
        template: greet('{{contact.name|new}} {{contact.phone}}'),
      },
      { status: 'sent', sent_count: 2 },
    );
    expect(await sentValues()).toMatchObject({ [String(ana.phone)]: 'own Ana', [stranger]: `new ${stranger}` });
  });

  it('the stored message shows the text that was sent, with an escaped field as plain text', async () => {
    const ana = await makeContact(sender.key, { name: 'Ana {{contact.email}}', email: 'ana@example.com' });
    const { id } = await launch(
      { contact_ids: [ana.id], template: greet('{{contact.name}} \\{{contact.name}}') },
      { status: 'sent' },
    );
    expect(await sentValues()).toMatchObject({ [String(ana.phone)]: 'Ana {{contact.email}} {{contact.name}}' });
    const [recipient] = (await getRecipients(sender.key, id)).json.data;
    const [message] = await listMessages(sender.key, String(recipient?.conversation_id));
    expect(message?.content_text).toBe('Hi Ana {{contact.email}} {{contact.name}}');
  });

  it('a name that changes between two calls to the channel leaves the message as it was stored', async () => {
    const number = { account_id: sender.number.id, fail_next: { count: 1, code: 131000 } };
    const ana = await makeContact(sender.key, { name: 'Ana' });
    await callSimulator('POST', '/switches', number);
    const { json } = await postBroadcast(sender.key, { contact_ids: [ana.id], template: greet('{{contact.name}}') });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sending' });
    await patchContact(sender.key, ana.id, { name: 'Bea' });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent', sent_count: 1 });
    const [recipient] = (await getRecipients(sender.key, json.data.id)).json.data;
    const [message] = await listMessages(sender.key, String(recipient?.conversation_id));
    expect([message?.content_text, (await sentValues())[String(ana.phone)]]).toEqual(['Hi Ana', 'Ana']);
  });
});
