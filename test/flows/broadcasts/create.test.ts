import { beforeAll, describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import { deleteSegment } from '../../../functions/domain/segments/segments.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryBroadcasts } from '../../../functions/table/broadcasts/broadcasts.ts';
import { postBroadcast, startBroadcast, template, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import {
  callSimulator,
  listSentBodies,
  makeSendingWorkspace,
  makeSlowSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { addContacts, makeSegment, seedContacts } from '../../support/segments.ts';

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSendingWorkspace();
});

const to = (phone = newPhone()) => ({ recipients: [{ to: phone }] });

const countBroadcasts = async (workspaceId: string): Promise<number> =>
  (await queryBroadcasts(workspaceId, { limit: 10, after: undefined })).items.length;

const expectRejection = async (own: { id: string; key: string }, body: object, status: number, code: string) => {
  const response = await postBroadcast(own.key, body);
  expect(response).toMatchObject({ status, json: { error: { code } } });
  expect(await countBroadcasts(own.id)).toBe(0);
};

describe('POST /broadcasts', () => {
  it('counts contacts that are unknown, foreign, listed twice or without a phone number as rejected', async () => {
    const mine = await makeContact(sender.key);
    const [withoutPhone = ''] = await seedContacts(sender.id, 1);
    const theirs = await makeContact((await makeWorkspace()).key);
    const wrong = [withoutPhone, theirs.id, newId(), 'not-an-id', 'x'.repeat(3_000)];
    const contact_ids = [mine.id, mine.id, mine.id.toUpperCase(), ...wrong];
    const { status, json } = await postBroadcast(sender.key, { contact_ids });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ total_recipients: 8, accepted: 1, rejected: 7, segment_id: null });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent' });
    expect((await listSentBodies(sender.number)).filter((body) => body['to'] === mine.phone)).toHaveLength(1);
  });

  it('normalizes phone numbers like a single message, with the default country of the workspace', async () => {
    const numbers = ['+49 151 1234-5678', '0151 12345678', '004915112345678', '+0', '', '12345'];
    const recipients = numbers.map((phone) => ({ to: phone }));
    const { json } = await postBroadcast(sender.key, { recipients });
    expect(json.data).toMatchObject({ total_recipients: 6, accepted: 1, rejected: 5 });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent' });
    expect((await listSentBodies(sender.number)).map((body) => body['to'])).toContain('+4915112345678');
  });

  it('returns the stored broadcast to a retry, even if it could not be created any more', async () => {
    const own = await makeSendingWorkspace();
    const segment = await makeSegment(own.key);
    const contact = await makeContact(own.key);
    await addContacts(own.key, segment.id, [contact.id]);
    const id = newId();
    const audience = { kind: 'segment' as const, segmentId: segment.id };
    const input = { name: 'News', template: { ...template, language: 'en_US' }, audience };
    const first = await createBroadcast(own.id, id, input);
    await deleteSegment(own.id, segment.id);
    await updateWorkspace(own.id, { subscription: 'lapsed' });
    const { id: retriedId, accepted } = await createBroadcast(own.id, id, input);
    expect({ retriedId, accepted }).toEqual({ retriedId: first.id, accepted: 1 });
    expect(await countBroadcasts(own.id)).toBe(1);
  });

  it('answers 404 for an unknown or foreign segment and stores nothing', async () => {
    const own = await makeSendingWorkspace();
    const theirs = await makeSegment((await makeWorkspace()).key);
    for (const segment_id of [newId(), theirs.id]) await expectRejection(own, { segment_id }, 404, 'not_found');
    const { json } = await postBroadcast(own.key, { segment_id: newId() });
    expect(json.error?.message).toMatch(/^"segment_id" is not a segment of this workspace/);
  });

  it('rejects an audience without a usable phone number and stores nothing', async () => {
    const own = await makeSendingWorkspace();
    const { id: segment_id } = await makeSegment(own.key);
    await expectRejection(own, { segment_id }, 400, 'bad_request');
    await expectRejection(own, { recipients: [{ to: 'not a number' }] }, 400, 'bad_request');
    await expectRejection(own, { contact_ids: [newId()] }, 400, 'bad_request');
    const [withoutPhone = ''] = await seedContacts(own.id, 1);
    await addContacts(own.key, segment_id, [withoutPhone]);
    await expectRejection(own, { segment_id }, 400, 'bad_request');
  });

  it('rejects a workspace without a msgapp number', async () => {
    await expectRejection(await makeWorkspace(), to(), 400, 'msgapp_not_configured');
  });

  it('rejects a template or a recipient without a value that the template needs, and stores nothing', async () => {
    const own = await makeSendingWorkspace();
    const recipients = [{ to: newPhone() }, { to: newPhone(), params: ['Bo'] }];
    for (const [body, field] of [
      [{ template: { name: 'order_update', params: ['Ana'] }, ...to() }, 'template.params.body.1'],
      [{ template: { name: 'order_update', params: ['Ana', 'A-17'] }, recipients }, 'recipients.1.params.body.1'],
    ] as const) {
      const { status, json } = await postBroadcast(own.key, body);
      expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'template_malformed' });
      expect(json.error?.message).toContain(`"${field}" is required`);
    }
    expect(await countBroadcasts(own.id)).toBe(0);
  });

  it('shows the size of a large static segment at once, and all that it accepts before it sends', async () => {
    const own = await makeSlowSender();
    const segment = await makeSegment(own.key);
    const toFields = (index: number) => (index % 10 ? {} : { phone: `+4917${200_000_000 + index}` });
    const ids = await seedContacts(own.id, 301, toFields);
    await addContacts(own.key, segment.id, ids);
    const { status, json } = await postBroadcast(own.key, { segment_id: segment.id });
    expect([status, json.data]).toMatchObject([202, { status: 'queued', total_recipients: 301 }]);
    const seen = [json.data];
    while (seen.at(-1)?.completed_at === null && seen.length < 5_000)
      seen.push(await getBroadcast(own.id, json.data.id));
    const begun = seen.filter((broadcast) => broadcast.status !== 'queued');
    expect(begun.length).toBeGreaterThan(1);
    expect(new Set(begun.map(({ accepted }) => accepted))).toEqual(new Set([31]));
    expect(new Set(seen.map(({ total_recipients }) => total_recipients))).toEqual(new Set([301]));
    expect(seen.at(-1)).toMatchObject({ status: 'sent', sent_count: 31 });
  });

  it('rejects a template that is malformed at the channel', async () => {
    const own = await makeSendingWorkspace();
    const broken = { name: 'broken', language: 'en_US', components: [{ type: 'BODY' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...broken });
    await expectRejection(own, { template: { name: 'broken' }, ...to() }, 400, 'template_malformed');
  });

  it.each([
    { name: 'no_such_template' },
    { name: 'order_update', language: 'fr', params: ['A', 'B'] },
    { name: 'No such name!' },
  ])('refuses the template %j with the words of the channel, and stores nothing', async (unknown) => {
    const own = await makeSendingWorkspace();
    const { status, json, headers } = await postBroadcast(own.key, { template: unknown, ...to() });
    expect([status, headers.get('x-channel-error-code')]).toEqual([502, '132001']);
    expect(json.error?.message).toContain(`template name (${unknown.name}) does not exist in`);
    expect(await countBroadcasts(own.id)).toBe(0);
  });

  it('accepts a template that cannot be checked because the channel does not answer', async () => {
    const own = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: own.number.id, outage: 'down' });
    const scheduled_at = isoTime(Date.now() + 24 * 60 * 60_000);
    const body = { template: { name: 'no_such_template' }, scheduled_at, ...to() };
    expect((await postBroadcast(own.key, body)).status).toBe(202);
  });

  it('sends a recipient its own params instead of those of the template', async () => {
    const own = await makeSendingWorkspace();
    const components = [{ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Ana']] } }];
    const row = { name: 'greeting', language: 'en_US', status: 'APPROVED', category: 'MARKETING', components };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...row });
    const [first, second] = [newPhone(), newPhone()];
    const { id } = await startBroadcast(own.key, [], {
      template: { name: 'greeting', params: ['all'] },
      recipients: [{ to: first }, { to: second, params: { body: ['Bo'] } }],
    });
    await waitForBroadcast(own.id, id, { status: 'sent', sent_count: 2 });
    const sent = await listSentBodies(own.number);
    const textTo = (phone: string) => JSON.stringify(sent.find((body) => body['to'] === phone));
    expect(textTo(first)).toContain('"text":"all"');
    expect(textTo(second)).toContain('"text":"Bo"');
    expect(textTo(second)).not.toContain('"text":"all"');
  });
});
