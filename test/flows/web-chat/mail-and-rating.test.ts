import { expect, it, vi } from 'vitest';
import { updateConversationAs } from '../../../functions/domain/inbox/work.ts';
import { continueConversation } from '../../../functions/domain/web-chat/continuations.ts';
import { mailAnswer } from '../../../functions/domain/web-chat/mail-answer.ts';
import { rateConversation } from '../../../functions/domain/web-chat/rating.ts';
import { noteEmail, notePresence } from '../../../functions/domain/web-chat/visits.ts';
import type { ChangeEntry } from '../../../functions/model/conversations/timeline.ts';
import type { MailAnswerJob } from '../../../functions/model/jobs/maintenance.ts';
import { settleFacts } from '../../../functions/model/reports/fact.ts';
import { dayOf } from '../../../functions/model/reports/slots.ts';
import { clock, dayMs, isoTime } from '../../../functions/platform/clock.ts';
import * as mail from '../../../functions/platform/mail.ts';
import { queryEntries } from '../../../functions/table/conversations/notes.ts';
import { removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { queryBetween } from '../../../functions/table/dynamodb/query.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { queryFacts } from '../../../functions/table/reports/reports.ts';
import { rebuildReport } from '../../../tools/admin/sweep/rebuild-report.ts';
import { newAddress } from '../../support/dashboard/members.ts';
import { holdClock } from '../../support/held-clock.ts';
import { readMails } from '../../support/mailbox.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  answerAs,
  asKnown,
  asVisitor,
  type Chat,
  findOwnConversation,
  makeChat,
  newToken,
  readInProcess,
  writeAndStore,
} from '../../support/web-chat.ts';

interface Answered {
  chat: Chat;
  token: string;
  email: string;
  job: MailAnswerJob;
}

const listEntries = async (conversationId: string, change: ChangeEntry['change']) =>
  (await queryEntries(conversationId, { limit: 50, after: undefined }, 'strong')).items.flatMap((entry) =>
    entry.type === 'change' && entry.change === change ? [entry] : [],
  );

/** A visitor wrote, left an address, went away and was answered. */
const prepareAnswer = async (email = newAddress()): Promise<Answered> => {
  const chat = await makeChat();
  const token = newToken();
  await writeAndStore(chat, token, 'Where is my order?');
  await noteEmail(await asKnown(chat, token), email);
  await notePresence(await asKnown(chat, token), { state: 'left' });
  const { id: conversationId } = await findOwnConversation(chat, token);
  const { id: messageId } = await answerAs(chat, conversationId, 'It ships today.');
  return { chat, token, email, job: { task: 'mail_answer', workspaceId: chat.workspaceId, conversationId, messageId } };
};

const readCode = async (email: string): Promise<string> => {
  const [mail] = await readMails(email);
  return /#switchboard-chat=([\w-]{43})/.exec(JSON.stringify(mail))?.[1] ?? '';
};

it('a visitor who has gone gets the answer by mail, with a link that continues it once and for seven days', async () => {
  holdQueues();
  const { chat, email, job } = await prepareAnswer();
  await mailAnswer(job);
  await mailAnswer(job);
  const mails = await readMails(email);
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).toContain('It ships today.');
  expect(await listEntries(job.conversationId, 'mailed')).toHaveLength(1);
  const code = await readCode(email);
  const [elsewhere, late] = [newToken(), newToken()];
  const other = await makeChat();
  await expect(continueConversation(await asVisitor(other, newToken()), code)).rejects.toThrow('link was used');
  const now = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 7 * dayMs + 1_000);
  await expect(continueConversation(await asVisitor(chat, late), code)).rejects.toThrow('seven days');
  now.mockRestore();
  for (let times = 0; times < 2; times += 1) await continueConversation(await asVisitor(chat, elsewhere), code);
  expect((await readInProcess(chat, elsewhere)).messages.map(({ text }) => text)).toEqual([
    'Where is my order?',
    'It ships today.',
  ]);
  await expect(continueConversation(await asVisitor(chat, late), code)).rejects.toThrow('link was used');
});

it('no crash loses the mail of an answer, and its entry is there once', async () => {
  await crashAtEveryCall<Answered>({
    prepare: () => prepareAnswer(),
    run: async ({ job }, receiveCount) => {
      // The lease of a worker that crashed has to end first.
      const now = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + receiveCount * 300_000);
      await mailAnswer(job).finally(() => now.mockRestore());
    },
    verify: async ({ email, job }, { label }) => {
      expect((await readMails(email)).length, label).toBeGreaterThan(0);
      expect(await listEntries(job.conversationId, 'mailed'), label).toHaveLength(1);
    },
  });
});

it('an address gets three answers a day from all workspaces, each counted once, and a workspace mails 100', async () => {
  holdQueues();
  // A day that does not end meanwhile.
  const time = holdClock(Date.parse(`${dayOf(clock.now())}T12:00:00Z`));
  const email = newAddress();
  const deliver = vi.spyOn(mail, 'deliverMail');
  for (let count = 1; count <= 4; count += 1) {
    const { job } = await prepareAnswer(email);
    deliver.mockResolvedValueOnce('limited');
    await mailAnswer(job);
    time.set(clock.now() + 300_000);
    deliver.mockReset();
    await mailAnswer(job);
    expect(await readMails(email)).toHaveLength(Math.min(count, 3));
  }
  const { chat, email: other, job } = await prepareAnswer();
  const today = isoTime(clock.now()).slice(0, 10);
  await updateIf({ Key: keys.invitationDay(chat.workspaceId, today), ...assign({ invitations: 100 }) });
  await mailAnswer(job);
  expect(await readMails(other)).toEqual([]);
});

it.each<[string, (answered: Answered) => Promise<unknown>]>([
  ['has written again', ({ chat, token }) => writeAndStore(chat, token, 'Thanks')],
  ['is back', async ({ chat, token }) => notePresence(await asKnown(chat, token), { state: 'here' })],
  ['gets a newer answer', ({ chat, job }) => answerAs(chat, job.conversationId, 'Tomorrow at the latest.')],
])('a visitor who %s gets no mail of that answer', async (_, act) => {
  holdQueues();
  const answered = await prepareAnswer();
  await act(answered);
  await mailAnswer(answered.job);
  expect(await readMails(answered.email)).toEqual([]);
});

it('a closed conversation is rated once, the words may follow, and whoever writes again can rate again', async () => {
  const chat = await makeChat();
  const token = newToken();
  holdQueues();
  await writeAndStore(chat, token, 'Where is my order?');
  const { id } = await findOwnConversation(chat, token);
  const rate = async (score: number, text?: string) => rateConversation(await asKnown(chat, token), { score, text });
  const close = () =>
    updateConversationAs(
      {
        workspaceId: chat.workspaceId,
        userId: chat.agnes.user.id,
        name: 'Agnes',
        email: '',
        role: 'agent',
        cursorSecret: '',
        sessionId: '',
      },
      id,
      { status: 'closed' },
    );
  const listRatings = () => listEntries(id, 'rated');
  await expect(rate(5)).rejects.toThrow('still open');
  await close();
  expect(await readInProcess(chat, token)).toMatchObject({ status: 'closed', can_rate: true, rating: null });
  await rate(4);
  await rate(4, 'Quick answer');
  expect(await readInProcess(chat, token)).toMatchObject({
    can_rate: false,
    rating: { score: 4, text: 'Quick answer' },
  });
  expect(await listRatings()).toMatchObject([{ rating: { score: 4, text: 'Quick answer' } }]);
  await writeAndStore(chat, token, 'One more thing');
  await close();
  expect(await readInProcess(chat, token)).toMatchObject({ can_rate: true, rating: null });
  await rate(1);
  expect((await listRatings()).map(({ rating }) => rating?.score).sort()).toEqual([1, 4]);
  await rate(5);
  const day = dayOf(Date.now());
  const listScores = async () =>
    settleFacts(await queryFacts({ workspaceId: chat.workspaceId, day }, 'strong')).flatMap(({ score }) => score ?? []);
  const counted = async () => (await listScores()).sort();
  await expect.poll(counted).toEqual([4, 5]);
  const { pk } = keys.facts(chat.workspaceId, day, '');
  const stored = await queryBetween(pk, '0', 'g');
  await removeItems(stored.map(({ sk }) => ({ pk, sk: String(sk) })));
  await rebuildReport({ workspaceId: chat.workspaceId, since: day, onProgress: () => undefined });
  expect(await counted()).toEqual([4, 5]);
});
