import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Broadcast, RecipientReport } from '../../../functions/model/broadcast.ts';
import { logProgress } from '../run.ts';
import { launchBroadcast, pollBroadcast } from './progress.ts';
import { withBroadcastWorkspace } from './run.ts';
import { type BroadcastWorkspace, setSendRate } from './sender.ts';
import { readSentByChannel, resetSentByChannel } from './sent-by-channel.ts';
import { type BroadcastService, visibilitySecondsMax } from './service.ts';

/** What became of a broadcast whose senders were killed again and again. Nobody may get two messages. */
export interface KillFindings {
  recipients: number;
  kills: number;
  /** Numbers that got one message, and those that got more. */
  receivedOnce: number;
  receivedMultiple: number;
  sent: number;
  /** Failed because the sender died after the claim, and no receipt told what became of the message. */
  outcomeUnknown: number;
  /** Of these, those that the channel has all the same. */
  unknownButSent: number;
  /** Neither sent nor explained. */
  lost: number;
  /** Counters that differ from what the channel and the recipients say. */
  miscounted: number;
  seconds: number;
}

/** Messages per second: fast enough that many are under way when a kill comes. */
const messagesPerSecond = 160;

/** What has failed five times is put aside, and its lane with it: four kills cannot bring that about. */
const killsMax = 4;

export const runBroadcastWithKills = (recipients: number): Promise<KillFindings> =>
  withBroadcastWorkspace(recipients, async (service, workspace) => {
    await resetSentByChannel(service.simulatorUrl, workspace.phoneNumberId);
    await setSendRate(workspace, service.simulatorUrl, messagesPerSecond);
    logProgress(
      `A segment of ${recipients}, ${killsMax} kills; queues hide messages for ${visibilitySecondsMax} s at most…`,
    );
    return measureKills(service, workspace, recipients);
  });

const measureKills = async (
  service: BroadcastService,
  workspace: BroadcastWorkspace,
  recipients: number,
): Promise<KillFindings> => {
  const { client, id: workspaceId, segmentId } = workspace;
  const startedMs = Date.now();
  const { id } = await launchBroadcast(client, { segment_id: segmentId });
  const killer = createSenderKiller(service, recipients);
  await pollBroadcast(client, id, async (broadcast) => {
    await killer.killIfDue(broadcast);
    return haveLanesFinished(id);
  });
  await pollBroadcast(client, id, ({ sent_count, delivered_count }) => sent_count === delivered_count);
  await checkOpenRecipients(workspaceId, id);
  const snapshots = await pollBroadcast(client, id, ({ completed_at }) => completed_at !== null);
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  const completed = snapshots.at(-1)?.broadcast;
  if (!completed) throw new Error('Nobody looked.');
  return { recipients, kills: killer.kills(), ...(await compareWithChannel(service, workspace, completed)), seconds };
};

/** Kills at a random moment of sending, and again when all lanes must have come back from the time before. */
const createSenderKiller = (service: BroadcastService, recipients: number) => {
  let kills = 0;
  let nextKillMs = 0;
  let killAtCount: number | undefined;
  return {
    kills: () => kills,
    killIfDue: async ({ sent_count }: Broadcast): Promise<void> => {
      if (kills === killsMax || Date.now() < nextKillMs) return;
      killAtCount ??= sent_count + 1 + Math.floor((Math.random() * recipients) / (2 * killsMax));
      if (sent_count < killAtCount) return;
      await service.killSenders();
      kills += 1;
      killAtCount = undefined;
      nextKillMs = Date.now() + visibilitySecondsMax * 1_000;
      logProgress(`  kill ${kills} after ${sent_count} messages`);
    },
  };
};

const haveLanesFinished = async (broadcastId: string): Promise<boolean> => {
  const { findAudience: findPlan } = await import('../../../functions/table/broadcasts/audience.ts');
  return (await findPlan(broadcastId))?.lanes_left === 0;
};

/** Longer than the service waits for a receipt. */
const receiptTimeoutMs = 301_000;

/**
 * Does what waits in the queue for five minutes, with the clock set forward: the same function on the same table. That
 * a message waits there for each of them is checked first.
 */
const checkOpenRecipients = async (workspaceId: string, broadcastId: string): Promise<void> => {
  const { checkBroadcast } = await import('../../../functions/domain/broadcasts/check.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const recipients = await readRecipients(workspaceId, broadcastId);
  const sending = recipients.filter(({ status }) => status === 'sending');
  const delayedChecks = await countDelayedChecks();
  logProgress(`  ${sending.length} without an answer; ${delayedChecks} messages wait to see what became of them`);
  if (delayedChecks < sending.length) throw new Error(`Nobody looks after ${sending.length - delayedChecks} of them.`);
  const { now } = clock;
  clock.now = () => now() + receiptTimeoutMs;
  // Where receipts have told everything, whoever comes last only ends the broadcast.
  for (const { phone } of sending.length > 0 ? sending : recipients.slice(0, 1)) {
    await checkBroadcast({ workspaceId, broadcastId, phone });
  }
  clock.now = now;
};

const countDelayedChecks = async (): Promise<number> => {
  const { env } = await import('../../../functions/platform/env.ts');
  const client = new SQSClient();
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: env.queueUrl('checkBroadcast'),
      AttributeNames: ['ApproximateNumberOfMessagesDelayed'],
    }),
  );
  client.destroy();
  return Number(attributes?.ApproximateNumberOfMessagesDelayed);
};

const readRecipients = async (workspaceId: string, broadcastId: string): Promise<RecipientReport[]> => {
  const { listRecipients } = await import('../../../functions/domain/broadcasts/list-recipients.ts');
  const rows: RecipientReport[] = [];
  for await (const page of await listRecipients(workspaceId, broadcastId)) rows.push(...page);
  return rows;
};

const compareWithChannel = async (
  { simulatorUrl }: BroadcastService,
  { id, phoneNumberId }: BroadcastWorkspace,
  completed: Broadcast,
) => {
  const { messagesByRecipient } = await readSentByChannel(simulatorUrl, phoneNumberId);
  const rows = await readRecipients(id, completed.id);
  const isOutcomeUnknown = ({ reason }: RecipientReport): boolean => reason?.includes('outcome is unknown') ?? false;
  const sent = rows.filter(({ status }) => ['sent', 'delivered', 'read'].includes(status));
  const failed = rows.filter(({ status }) => status === 'failed');
  const unknown = failed.filter(isOutcomeUnknown);
  return {
    receivedOnce: [...messagesByRecipient.values()].filter((count) => count === 1).length,
    receivedMultiple: [...messagesByRecipient.values()].filter((count) => count > 1).length,
    sent: sent.length,
    outcomeUnknown: unknown.length,
    unknownButSent: unknown.filter(({ phone }) => messagesByRecipient.has(phone)).length,
    lost: rows.length - sent.length - unknown.length,
    miscounted: Math.abs(completed.sent_count - sent.length) + Math.abs(completed.failed_count - failed.length),
  };
};
