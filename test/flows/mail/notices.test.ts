import { describe, expect, it, vi } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { authenticateKey } from '../../../functions/domain/access/authenticate.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { markConversation } from '../../../functions/domain/inbox/work.ts';
import { toMailJobs } from '../../../functions/domain/mail/occurrences.ts';
import { sendMail } from '../../../functions/domain/mail/send-mail.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { MailJob } from '../../../functions/model/jobs/maintenance.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import * as mail from '../../../functions/platform/mail.ts';
import { transitionBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { putAccountError } from '../../../functions/table/channels/accounts.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { putMailSettings } from '../../../functions/table/members/members.ts';
import { consumeQuotaPart } from '../../../functions/table/workspaces/message-quota.ts';
import { settleUsage } from '../../../functions/table/workspaces/usage-shares.ts';
import { storeFailedBroadcast } from '../../support/broadcasts/quiet-broadcasts.ts';
import { connectNumber } from '../../support/channels/simulator.ts';
import { call, makeKey } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { inviteTo, makeSignedInMember, makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { newAddress } from '../../support/dashboard/members.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { readMails, readNotices, waitForMails } from '../../support/mailbox.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { makeWebhook, patchWebhook, updateStoredWebhook } from '../../support/webhooks.ts';

/** The way to make each notice happen, and the subject of the mail. */
const occurrences: [string, (workspaceId: string) => Promise<unknown>, string][] = [
  [
    'a webhook that its failures turned off',
    async (workspaceId) => {
      const { id } = await makeWebhook(workspaceId);
      await updateStoredWebhook(workspaceId, id, { is_active: false, failure_count: 15 });
    },
    'A webhook of Acme was turned off',
  ],
  [
    'a channel that refuses the account',
    async (workspaceId) => {
      const { id: phone_number_id } = await connectNumber(workspaceId);
      const error = { code: 190, message: 'Session has expired', at: '2026-11-15T12:00:00.000Z' };
      await putAccountError(workspaceId, 'msgapp', { phone_number_id }, error);
    },
    'Msgapp refuses messages of Acme',
  ],
  [
    'a plan that is used by 80 percent',
    async (workspaceId) => {
      const day = { month: '2026-11', day: '15' };
      await updateWorkspace(workspaceId, { messages_per_month: 100 });
      await transact([consumeQuotaPart(workspaceId, day, 100, 79)]);
      const usage = keys.monthlyUsage(workspaceId, day.month);
      // The second send finds the notice written.
      for (let sends = 0; sends < 2; sends += 1)
        await settleUsage({ workspaceId, month: day.month, limit: 100 }, await findItem(usage));
    },
    'Acme has used 80% of its messages',
  ],
  [
    'a broadcast that ended',
    async (workspaceId) => {
      const id = await storeFailedBroadcast(workspaceId, [], {}, 'queued');
      const seen = assign({ entity: 'broadcast', name: 'News' });
      await updateIf({ Key: keys.broadcast(workspaceId, id), ...seen });
      const completed_at = '2026-11-15T12:00:00.000Z';
      await transitionBroadcast(workspaceId, id, ['queued'], { status: 'sent', completed_at });
    },
    'The broadcast “News” was sent',
  ],
  [
    'a key that is used from a new network',
    async (workspaceId) => {
      const { key } = await createApiKey(workspaceId, { name: 'Shop', scopes: [] });
      const made = assign({ created_at: '2026-01-01T00:00:00.000Z' });
      await updateIf({ Key: keys.apiKey(hashKey(key)), ...made });
      expect(await call('GET', '/me', { key })).toMatchObject({ status: 200 });
      const { known_networks } = (await findItem(keys.apiKey(hashKey(key)))) ?? {};
      expect(known_networks).toEqual(new Set(['127.0.0.0/24']));
      for (const address of ['198.51.100.7', '198.51.100.8'])
        expect(await authenticateKey(key, { address, mayChange: false })).toMatchObject({ outcome: 'authenticated' });
    },
    'The API key “Shop” of Acme is used from a new network',
  ],
  [
    'a key that is used after its revocation',
    async (workspaceId) => {
      const { id, key } = await createApiKey(workspaceId, { name: 'Shop', scopes: [] });
      await revokeApiKey(workspaceId, id);
      for (let calls = 0; calls < 2; calls += 1)
        expect(await call('GET', '/me', { key })).toMatchObject({ status: 401 });
    },
    'A call with the ended API key “Shop” of Acme was refused',
  ],
];

describe('a notice', () => {
  it.each(occurrences)('of %s reaches the Owner once', async (_, cause, subject) => {
    const { id, owner } = await makeStaffedWorkspace();
    await cause(id);
    const [mail] = await waitForMails(owner.user.email, 1, readNotices);
    expect(mail).toMatchObject({ subject, from: 'Switchboard <switchboard@mail.example>' });
    expect(mail?.headers['List-Unsubscribe']).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/auth\/unsubscribe\?token=/);
  });

  it('goes only to Owners and Admins who want it', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const [admin, silent] = [await makeSignedInMember(id, 'admin'), await makeSignedInMember(id, 'admin')];
    await makeSignedInMember(id, 'agent');
    await putMailSettings(id, silent.user.id, { off: ['broadcast_ended'] });
    holdQueues();
    const job = newNotice(id);
    await sendMail(job);
    const jobs = takeJobs().map(({ body }) => body as MailJob);
    expect(jobs.map(({ userId }) => userId).sort()).toEqual([owner.user.id, admin.user.id].sort());
    await putMailSettings(id, admin.user.id, { off: ['broadcast_ended'] });
    for (const each of jobs) await sendMail(each);
    const read = async (email: string) => (await readNotices(email)).length;
    expect([await read(owner.user.email), await read(admin.user.email)]).toEqual([1, 0]);
  });

  it('of a mention goes to the member after five minutes, an Agent too, once for the notes of an hour', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const agent = await makeSignedInMember(id, 'agent', 'Agnes');
    const conversationId = await makeConversation(id);
    const caller = toCaller(id, owner);
    const mention = async () => {
      const note = await addNote(caller, conversationId, newId(), {
        text: 'Secret of a customer',
        mentions: [agent.user.id],
      });
      const item = await findItem(keys.mention(id, agent.user.id, note.id));
      const [job] = toMailJobs({ before: undefined, after: item });
      expect(job).toMatchObject({ delaySeconds: 300 });
      return job?.body as MailJob;
    };
    vi.stubEnv('SENDS_MAIL', '1');
    const [first, second] = [await mention(), await mention()];
    for (const job of [first, second]) await sendMail(job);
    const mails = await readNotices(agent.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Olivia mentioned you in Acme']);
    expect(mails[0]?.text).toContain(`c=${conversationId}`);
    expect(mails[0]?.text).not.toContain('Secret');
  });

  it('of a mention is not sent to a member who has seen it, or who wants none', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const [seen, silent] = [await makeSignedInMember(id, 'agent'), await makeSignedInMember(id, 'agent')];
    const conversationId = await makeConversation(id);
    const mentions = [seen.user.id, silent.user.id];
    const note = await addNote(toCaller(id, owner), conversationId, newId(), { text: 'Call her', mentions });
    await markConversation(toCaller(id, seen, 'agent'), conversationId, true);
    await putMailSettings(id, silent.user.id, { off: ['mention'] });
    for (const userId of mentions) {
      const at = new Date().toISOString();
      const occurrence = { kind: 'mention', id: note.id, conversation_id: conversationId, by: 'Olivia', at } as const;
      await sendMail({ task: 'mail', workspaceId: id, userId, occurrence });
    }
    expect([await readNotices(seen.user.email), await readNotices(silent.user.email)]).toEqual([[], []]);
  });

  it('of a canceled broadcast does not go to the member who canceled it', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const admin = await makeSignedInMember(id, 'admin');
    const ended = { kind: 'broadcast_ended', id: newId(), name: 'News', sent: 0, failed: 0 } as const;
    holdQueues();
    await sendMail({ ...newNotice(id), occurrence: { ...ended, status: 'canceled', by: owner.user.id } });
    expect(takeJobs().map(({ body }) => (body as MailJob).userId)).toEqual([admin.user.id]);
  });

  it('is sent after a crash at any point, once unless the crash hid that it was sent', async () => {
    const counts: number[] = [];
    let aheadMs = 0;
    vi.spyOn(clock, 'now').mockImplementation(() => Date.now() + aheadMs);
    await crashAtEveryCall({
      prepare: makeStaffedWorkspace,
      run: ({ id, owner }, receiveCount) => {
        // SQS delivers it again after the lease.
        if (receiveCount > 1) aheadMs += 360_000;
        return sendMail({ ...newNotice(id, id), userId: owner.user.id });
      },
      verify: async ({ owner }) => {
        counts.push((await readNotices(owner.user.email)).length);
      },
    });
    expect(counts.filter((count) => count !== 1)).toEqual([2]);
  });

  it('that another worker may be sending is looked at again after its lease, and is then found sent', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    holdQueues();
    const job = { ...newNotice(id), userId: owner.user.id };
    await Promise.all([sendMail(job), sendMail(job)]);
    const [later, ...others] = takeJobs();
    expect(others).toEqual([]);
    if (later) expect(later).toMatchObject({ queue: 'runMaintenance', delaySeconds: 120 });
    await sendMail(job);
    expect(await readNotices(owner.user.email)).toHaveLength(1);
  });
});

it('a mail that the limits of SES keep back is tried later and later, each time after its lease', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  holdQueues();
  vi.spyOn(mail, 'deliverMail').mockResolvedValue('limited');
  const job = { ...newNotice(id), userId: owner.user.id };
  await sendMail(job);
  const [later] = takeJobs();
  expect(later?.body).toMatchObject({ task: 'mail', userId: owner.user.id, deferrals: 1 });
  expect(later?.delaySeconds).toBeGreaterThanOrEqual(120);
  await expect(sendMail({ ...newNotice(id), userId: owner.user.id, deferrals: 100 })).rejects.toThrow('its limits');
});

it('the link about a webhook that was turned off recovers every event that it missed', async () => {
  const { id: workspaceId, owner } = await makeStaffedWorkspace();
  const key = await makeKey(workspaceId);
  let status = 410;
  const { url, received } = await startReceiver((response) => response.writeHead(status).end());
  const { id } = await makeWebhook(workspaceId, url);
  await Promise.all(Array.from({ length: 15 }, () => makeContact(key)));
  const [mail] = await waitForMails(owner.user.email, 1, readNotices);
  const [, since] = /dialog=recover&from=(\S+)/.exec(mail?.text ?? '') ?? [];
  const missed = received.map(({ event }) => event.id);
  status = 200;
  await patchWebhook(key, id, { is_active: true });
  const body = { since: decodeURIComponent(since ?? '') };
  const recovery = await call('POST', `/webhooks/${id}/recover`, { key, body });
  expect(recovery).toMatchObject({ status: 202, json: { data: { requested: 15 } } });
  await expect.poll(() => received.slice(15).map(({ event }) => event.id)).toHaveLength(15);
  expect(
    received
      .slice(15)
      .map(({ event }) => event.id)
      .sort(),
  ).toEqual(missed.sort());
});

const newNotice = (workspaceId: string, id = newId()): MailJob => ({
  task: 'mail',
  workspaceId,
  occurrence: { kind: 'broadcast_ended', id, name: 'News', status: 'sent', sent: 1, failed: 0 },
});

it('an invitation arrives by mail, once, with a link to the sign-in', async () => {
  const { id } = await makeStaffedWorkspace();
  const email = newAddress();
  const invitation = await inviteTo(id, email, 'admin');
  const [mail] = await waitForMails(email, 1);
  expect(mail?.subject).toBe('You are invited to Acme on Switchboard');
  expect(mail?.text).toContain('as Admin, by the operator of Switchboard.');
  expect(mail?.text).toContain(`sign in with ${email}`);
  await sendMail({ task: 'mail', workspaceId: id, occurrence: { kind: 'invitation', id: invitation.id, round: 0 } });
  expect(await readMails(email)).toHaveLength(1);
});
