import { describe, expect, it } from 'vitest';
import { sendMail } from '../../../functions/domain/mail/send-mail.ts';
import { listInvitations } from '../../../functions/domain/members/invitations.ts';
import { listMembers } from '../../../functions/domain/members/members.ts';
import { createSession } from '../../../functions/domain/members/sessions.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findMember } from '../../../functions/table/members/members.ts';
import { callDashboard, inviteTo, makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { laptop, makeUser, putMember } from '../../support/dashboard/members.ts';
import { readMails, readNotices, waitForMails } from '../../support/mailbox.ts';

const findFault = async (workspaceId: string, id: string) =>
  (await listInvitations(workspaceId)).find((invitation) => invitation.id === id)?.mail_fault;

const sendNotice = (workspaceId: string, userId: string) => {
  const occurrence = { kind: 'plan_used', month: '2026-11', percent: 80, limit: Date.now() } as const;
  return sendMail({ task: 'mail', workspaceId, userId, occurrence });
};

describe('an address whose mail came back', () => {
  it('gets no more mail, is shown in each workspace with mail for it, and gets mail again when an Admin asks', async () => {
    const [first, second] = [await makeStaffedWorkspace(), await makeStaffedWorkspace()];
    const third = await makeStaffedWorkspace();
    const email = `bounce+${newId()}@simulator.amazonses.com`;
    const { id } = await inviteTo(first.id, email, 'agent');
    await expect.poll(() => findFault(first.id, id)).toMatchObject({ kind: 'bounce' });
    expect(await readMails(email)).toHaveLength(1);
    const other = await inviteTo(second.id, email, 'agent');
    await expect.poll(() => findFault(second.id, other.id)).toMatchObject({ kind: 'bounce' });
    expect(await readMails(email)).toHaveLength(1);
    const resume = (workspaceId: string, session: string) =>
      callDashboard('DELETE', `/api/w/${workspaceId}/mail-faults/${id}`, { session });
    expect(await resume(third.id, third.owner.session)).toMatchObject({ status: 404 });
    expect(await resume(first.id, first.owner.session)).toMatchObject({ status: 200 });
    await waitForMails(email, 2);
    await expect.poll(() => findFault(first.id, id)).toMatchObject({ kind: 'bounce' });
  });

  it('of a person who reported spam is turned on by that person alone', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const user = await makeUser(`complaint+${newId()}@simulator.amazonses.com`);
    await putMember(id, user, 'admin');
    await sendNotice(id, user.id);
    const find = async () => (await listMembers(id)).find(({ user_id }) => user_id === user.id)?.mail_fault;
    await expect.poll(find).toMatchObject({ kind: 'complaint' });
    const sent = (await readNotices(user.email)).length;
    await sendNotice(id, user.id);
    expect(await readNotices(user.email)).toHaveLength(sent);
    const resume = (session: string) => callDashboard('DELETE', `/api/w/${id}/mail-faults/${user.id}`, { session });
    expect(await resume(owner.session)).toMatchObject({ status: 403 });
    expect(await resume((await createSession(user.id, laptop)).cookie)).toMatchObject({ status: 200 });
    expect(await find()).toBeUndefined();
  });
});

it('an address that SES refuses is shown as such, without a retry', async () => {
  const { id } = await makeStaffedWorkspace();
  const user = await makeUser(`refused+${newId()}@simulator.amazonses.com`);
  await putMember(id, user, 'admin');
  await sendNotice(id, user.id);
  const member = (await listMembers(id)).find(({ user_id }) => user_id === user.id);
  expect(member?.mail_fault).toMatchObject({ kind: 'bounce' });
  expect(await readMails(user.email)).toEqual([]);
});

describe('the link that stops a notice', () => {
  it('works without a sign-in, for a person or by one click of a mail program', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    await sendNotice(id, owner.user.id);
    const [mail] = await readNotices(owner.user.email);
    const { pathname, search } = new URL(mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? '');
    const off = async () => (await findMember(id, owner.user.id))?.mail_off;
    const page = await callDashboard('GET', `${pathname}${search}`);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<form method="post"') });
    expect(await off()).toBeUndefined();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { origin: undefined, 'sec-fetch-site': undefined, ...type };
    const post = (query: string) =>
      callDashboard('POST', `${pathname}${query}`, { headers: form, body: 'List-Unsubscribe=One-Click' });
    expect(await post(search)).toMatchObject({ status: 200, text: expect.stringContaining('no more emails') });
    expect(await off()).toEqual(['plan_used']);
    const mails = (await readNotices(owner.user.email)).length;
    await sendNotice(id, owner.user.id);
    expect(await readNotices(owner.user.email)).toHaveLength(mails);
    const stranger = await makeStaffedWorkspace();
    const [, , signed] = search.split('.');
    for (const token of ['', 'x', `${stranger.id}.${stranger.owner.user.id}.${signed}`, `${search.slice(7, -3)}aaa`])
      expect(await post(`?token=${token}`)).toMatchObject({ status: 404 });
  });
});

it('only members themselves choose their mail on the page Members', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  const path = `/api/w/${id}/members/me/mail`;
  const choose = (body: object) => callDashboard('PATCH', path, { session: owner.session, body });
  expect(await choose({ off: ['key_use', 'key_use'] })).toMatchObject({ status: 200 });
  const read = await callDashboard('GET', path, { session: owner.session });
  expect(read.json).toEqual({ data: { off: ['key_use'], on: [] } });
  expect(await choose({ off: ['everything'] })).toMatchObject({ status: 400 });
});
