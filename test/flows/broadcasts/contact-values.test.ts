import { beforeAll, describe, expect, it } from 'vitest';
import { getRecipients, greeting, postBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import {
  callSimulator,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { addContacts, makeSegment, seedContacts } from '../../support/segments.ts';

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
  expect(status).toBe(202);
  return waitForBroadcast(sender.id, json.data.id, expected);
};

describe('values that name a field of the contact', () => {
  it('each contact of a segment gets its own value or the default, and one without both is failed with the reason', async () => {
    const named = await makeContact(sender.key, { name: 'Ana' });
    const nameless = await makeContact(sender.key);
    const segment = await makeSegment(sender.key);
    await addContacts(sender.key, segment.id, [named.id, nameless.id]);
    await launch(
      { segment_id: segment.id, template: greet('{{contact.name|there}}') },
      { status: 'sent', sent_count: 2 },
    );
    expect(await sentValues()).toMatchObject({ [String(named.phone)]: 'Ana', [String(nameless.phone)]: 'there' });
    const { id } = await launch(
      { segment_id: segment.id, template: greet('dear {{contact.name}}') },
      { status: 'sent', sent_count: 1, failed_count: 1, accepted: 2 },
    );
    const { json } = await getRecipients(sender.key, id, 'status=failed');
    expect(json.data).toMatchObject([
      {
        phone: nameless.phone,
        reason_code: 'missing_value',
        message_id: null,
        reason: expect.stringMatching(/no name/),
      },
    ]);
    expect(await sentValues()).toMatchObject({ [String(named.phone)]: 'dear Ana' });
  });

  it('a large segment that is read in the background carries the values of its contacts', async () => {
    const segment = await makeSegment(sender.key);
    const ids = await seedContacts(sender.id, 310, (index) => ({
      ...(index % 31 === 0 ? { phone: `+4917${String(500_000_000 + index)}` } : {}),
      company: `Firm ${index}`,
    }));
    await addContacts(sender.key, segment.id, ids);
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

  it('the stored message shows the text that was sent, and an escaped field is plain text', async () => {
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

  it.each([
    [{ template: greet('{{contact.nickname}}'), recipients: [{ to: '+4915112345678' }] }, '"template.params"'],
    [
      { template: greet('all'), recipients: [{ to: '+4915112345678', params: ['{{contact.tags}}'] }] },
      '"recipients.0.params"',
    ],
  ])('a field that contacts do not have is refused by name', async (body, field) => {
    const { status, json } = await postBroadcast(sender.key, body);
    expect([status, json.error?.code]).toEqual([400, 'bad_request']);
    expect(json.error?.message).toMatch(new RegExp(`^${field} names a field that contacts do not have`));
  });
});
