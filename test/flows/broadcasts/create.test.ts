import { beforeAll, describe, expect, it } from 'vitest';
import { createBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { deleteSegment } from '../../../functions/domain/segments/segments.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryBroadcasts } from '../../../functions/table/broadcasts/broadcasts.ts';
import { postBroadcast, startBroadcast, template, waitForBroadcast } from '../../support/broadcasts.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { addContacts, makeSegment, seedContacts } from '../../support/segments.ts';
import { callSimulator, listSentBodies, makeSendingWorkspace, type SendingWorkspace } from '../../support/simulator.ts';

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSendingWorkspace();
});

const to = (phone = newPhone()) => ({ recipients: [{ to: phone }] });

const storedIn = async (workspaceId: string): Promise<number> =>
  (await queryBroadcasts(workspaceId, { limit: 10, after: undefined })).items.length;

const expectRefusal = async (own: { id: string; key: string }, body: object, status: number, code: string) => {
  const answer = await postBroadcast(own.key, body);
  expect(answer).toMatchObject({ status, json: { error: { code } } });
  expect(await storedIn(own.id)).toBe(0);
};

describe('POST /broadcasts', () => {
  it('counts as rejected who is unknown, of another workspace, without phone or named twice', async () => {
    const mine = await makeContact(sender.key);
    const [mute = ''] = await seedContacts(sender.id, 1);
    const theirs = await makeContact((await makeWorkspace()).key);
    const contact_ids = [
      mine.id,
      mine.id,
      mine.id.toUpperCase(),
      mute,
      theirs.id,
      newId(),
      'nobody',
      'x'.repeat(3_000),
    ];
    const { status, json } = await postBroadcast(sender.key, { contact_ids });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ total_recipients: 8, accepted: 1, rejected: 7, segment_id: null });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent' });
    expect((await listSentBodies(sender.number)).filter((body) => body['to'] === mine.phone)).toHaveLength(1);
  });

  it('reads numbers as a message does, in any spelling and in the country of the workspace', async () => {
    const recipients = ['+49 151 1234-5678', '0151 12345678', '004915112345678', '+0', '', '12345'].map((each) => {
      return { to: each };
    });
    const { json } = await postBroadcast(sender.key, { recipients });
    expect(json.data).toMatchObject({ total_recipients: 6, accepted: 1, rejected: 5 });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent' });
    expect((await listSentBodies(sender.number)).map((body) => body['to'])).toContain('+4915112345678');
  });

  it('sends once for all calls with one Idempotency-Key', async () => {
    const phone = newPhone();
    const headers = { 'Idempotency-Key': newId() };
    const first = await postBroadcast(sender.key, to(phone), headers);
    const again = await postBroadcast(sender.key, to(phone), headers);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await postBroadcast(sender.key, to(), headers);
    expect(other).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    await waitForBroadcast(sender.id, first.json.data.id, { status: 'sent' });
    expect((await listSentBodies(sender.number)).filter((body) => body['to'] === phone)).toHaveLength(1);
  });

  it('answers a try that comes after a lost answer with the broadcast, whatever has changed since', async () => {
    const own = await makeSendingWorkspace();
    const segment = await makeSegment(own.key);
    const contact = await makeContact(own.key);
    await addContacts(own.key, segment.id, [contact.id]);
    const id = newId();
    const audience = { kind: 'segment' as const, segmentId: segment.id };
    const wish = { name: 'News', template: { ...template, language: 'en_US' }, audience };
    const first = await createBroadcast(own.id, id, wish);
    await deleteSegment(own.id, segment.id);
    await updateWorkspace(own.id, { subscription: 'lapsed' });
    const { id: again, accepted } = await createBroadcast(own.id, id, wish);
    expect({ again, accepted }).toEqual({ again: first.id, accepted: 1 });
    expect(await storedIn(own.id)).toBe(1);
  });

  it('refuses a segment that is absent or of another workspace, and stores nothing', async () => {
    const own = await makeSendingWorkspace();
    const theirs = await makeSegment((await makeWorkspace()).key);
    for (const segment_id of [newId(), theirs.id]) await expectRefusal(own, { segment_id }, 404, 'not_found');
  });

  it('refuses an audience of which nobody can be written to, and stores nothing', async () => {
    const own = await makeSendingWorkspace();
    const { id: segment_id } = await makeSegment(own.key);
    await expectRefusal(own, { segment_id }, 400, 'bad_request');
    await expectRefusal(own, { recipients: [{ to: 'nobody' }] }, 400, 'bad_request');
    await expectRefusal(own, { contact_ids: [newId()] }, 400, 'bad_request');
    const [mute = ''] = await seedContacts(own.id, 1);
    await addContacts(own.key, segment_id, [mute]);
    await expectRefusal(own, { segment_id }, 400, 'bad_request');
  });

  it('refuses a workspace without number', async () => {
    await expectRefusal(await makeWorkspace(), to(), 400, 'msgapp_not_configured');
  });

  it('refuses a lapsed subscription', async () => {
    const own = await makeSendingWorkspace();
    await updateWorkspace(own.id, { subscription: 'lapsed' });
    await expectRefusal(own, to(), 402, 'subscription_lapsed');
  });

  it('refuses when the plan is used up', async () => {
    const own = await makeSendingWorkspace();
    await updateWorkspace(own.id, { messages_per_month: 0 });
    await expectRefusal(own, to(), 402, 'plan_limit_reached');
  });

  it('refuses a template that the channel has broken', async () => {
    const own = await makeSendingWorkspace();
    const broken = { name: 'broken', language: 'en_US', components: [{ type: 'BODY' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...broken });
    await expectRefusal(own, { template: { name: 'broken' }, ...to() }, 400, 'template_malformed');
  });

  it('gives a recipient its own values in place of those for all', async () => {
    const own = await makeSendingWorkspace();
    const components = [{ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Ana']] } }];
    const row = { name: 'greeting', language: 'en_US', status: 'APPROVED', category: 'MARKETING', components };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...row });
    const [one, other] = [newPhone(), newPhone()];
    const { id } = await startBroadcast(own.key, [], {
      template: { name: 'greeting', params: ['all'] },
      recipients: [{ to: one }, { to: other, params: { body: ['Bo'] } }],
    });
    await waitForBroadcast(own.id, id, { status: 'sent', sent_count: 2 });
    const sent = await listSentBodies(own.number);
    const textTo = (phone: string) => JSON.stringify(sent.find((body) => body['to'] === phone));
    expect(textTo(one)).toContain('"text":"all"');
    expect(textTo(other)).toContain('"text":"Bo"');
    expect(textTo(other)).not.toContain('"text":"all"');
  });
});
