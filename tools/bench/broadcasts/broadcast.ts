import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Broadcast, RecipientReport } from '../../../functions/model/broadcasts/broadcast.ts';
import { logProgress, shortVisibilitySeconds } from '../service.ts';
import {
  type BroadcastService,
  type BroadcastWorkspace,
  launchBroadcast,
  pollBroadcast,
  setSendRate,
  withBroadcastWorkspace,
} from './service.ts';

/** A broadcast whose senders are killed several times. No recipient may get two messages. */
export interface KillFindings {
  recipients: number;
  kills: number;
  receivedOnce: number;
  receivedMultiple: number;
  sent: number;
  /** Failed because the sender died after the claim and no receipt arrived. */
  outcomeUnknown: number;
  /** The messages among these that the channel did accept. */
  unknownButSent: number;
  lost: number;
  miscounted: number;
  seconds: number;
}

/** Fast enough that a kill hits many messages in flight. */
const messagesPerSecond = 160;

/** A job is dead-lettered after five failures, and its lane with it; four kills stay below that. */
const killsMax = 4;

export const runBroadcastWithKills = (recipients: number): Promise<KillFindings> =>
  withBroadcastWorkspace(recipients, async (service, workspace) => {
    await fetch(`${service.simulatorUrl}/sent?account_id=${workspace.phoneNumberId}`, { method: 'DELETE' });
    await setSendRate(workspace, service.simulatorUrl, messagesPerSecond);
    logProgress(
      `A segment of ${recipients}, ${killsMax} kills; queues hide messages for ${shortVisibilitySeconds} s at most…`,
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
  const completed = await pollBroadcast(client, id, ({ completed_at }) => completed_at !== null);
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  return { recipients, kills: killer.kills(), ...(await compareWithChannel(service, workspace, completed)), seconds };
};

/** Kills at a random moment, and again once all lanes must have recovered. */
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
      nextKillMs = Date.now() + shortVisibilitySeconds * 1_000;
      logProgress(`  kill ${kills} after ${sent_count} messages`);
    },
  };
};

const haveLanesFinished = async (broadcastId: string): Promise<boolean> => {
  const { findAudience } = await import('../../../functions/table/broadcasts/audience.ts');
  return (await findAudience(broadcastId))?.lanes_left === 0;
};

/** Longer than the service waits for a receipt. */
const receiptTimeoutMs = 301_000;

/**
 * Runs the checks that wait in the queue for five minutes at once, with the clock advanced. Fails if a recipient without
 * a response has no check in the queue.
 */
const checkOpenRecipients = async (workspaceId: string, broadcastId: string): Promise<void> => {
  const { checkBroadcast } = await import('../../../functions/domain/broadcasts/check-broadcast.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const recipients = await readRecipients(workspaceId, broadcastId);
  const sending = recipients.filter(({ status }) => status === 'sending');
  const delayedChecks = await countDelayedChecks();
  logProgress(`  ${sending.length} without a response; ${delayedChecks} checks scheduled`);
  if (delayedChecks < sending.length)
    throw new Error(`${sending.length - delayedChecks} recipients have no check scheduled.`);
  const { now } = clock;
  clock.now = () => now() + receiptTimeoutMs;
  // If receipts have resolved all recipients, one check completes the broadcast.
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
  const { readAllRecipients } = await import('../../../functions/domain/broadcasts/list-recipients.ts');
  const rows: RecipientReport[] = [];
  for await (const page of await readAllRecipients(workspaceId, broadcastId)) rows.push(...page);
  return rows;
};

const compareWithChannel = async (
  { simulatorUrl }: BroadcastService,
  { id, phoneNumberId }: BroadcastWorkspace,
  completed: Broadcast,
) => {
  const messagesByRecipient = await countByRecipient(simulatorUrl, phoneNumberId);
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

/** Messages that the channel accepted from the number. */
const countByRecipient = async (simulatorUrl: string, phoneNumberId: string): Promise<Map<string, number>> => {
  const response = await fetch(`${simulatorUrl}/sent?account_id=${phoneNumberId}`);
  const { data } = (await response.json()) as { data: { to: string }[] };
  const counts = new Map<string, number>();
  for (const { to } of data) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
};
