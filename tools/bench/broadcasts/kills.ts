import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Broadcast, RecipientReport } from '../../../functions/model/broadcast.ts';
import { say } from '../run.ts';
import { launch, watch } from './progress.ts';
import { withSender } from './run.ts';
import { type Sender, setPace } from './sender.ts';
import { clearWire, readWire } from './sent-by-channel.ts';
import { type BroadcastStage, visibilitySecondsMax } from './service.ts';

/** What became of a broadcast whose senders were killed again and again. Nobody may get two messages. */
export interface KillFindings {
  recipients: number;
  kills: number;
  /** Numbers that got one message, and those that got more. */
  gotOne: number;
  gotMore: number;
  sent: number;
  /** Failed because the sender died after the claim, and no receipt told what became of the message. */
  outcomeUnknown: number;
  /** Of these, those that the channel has all the same. */
  unknownYetSent: number;
  /** Neither sent nor explained. */
  lost: number;
  /** Counters that differ from what the channel and the recipients say. */
  miscounted: number;
  seconds: number;
}

/** Messages per second: fast enough that many are under way when a kill comes. */
const pace = 160;

/** What has failed five times is put aside, and its lane with it: four kills cannot bring that about. */
const killsMax = 4;

export const runKilledBroadcast = (recipients: number): Promise<KillFindings> =>
  withSender(recipients, async (stage, sender) => {
    await clearWire(stage.simulatorUrl, sender.numberId);
    await setPace(sender, stage.simulatorUrl, pace);
    say(`A segment of ${recipients}, ${killsMax} kills; queues hide messages for ${visibilitySecondsMax} s at most…`);
    return measureKills(stage, sender, recipients);
  });

const measureKills = async (stage: BroadcastStage, sender: Sender, recipients: number): Promise<KillFindings> => {
  const { client, id: workspaceId, segmentId } = sender;
  const startedMs = Date.now();
  const { id } = await launch(client, { segment_id: segmentId });
  const killer = makeKiller(stage, recipients);
  await watch(client, id, async (broadcast) => {
    await killer.look(broadcast);
    return hasEndedLanes(id);
  });
  await watch(client, id, ({ sent_count, delivered_count }) => sent_count === delivered_count);
  await settleAll(workspaceId, id);
  const looks = await watch(client, id, ({ completed_at }) => completed_at !== null);
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  const ended = looks.at(-1)?.broadcast;
  if (!ended) throw new Error('Nobody looked.');
  return { recipients, kills: killer.kills(), ...(await judge(stage, sender, ended)), seconds };
};

/** Kills at a random moment of sending, and again when all lanes must have come back from the time before. */
const makeKiller = (stage: BroadcastStage, recipients: number) => {
  let kills = 0;
  let lanesBackMs = 0;
  let goal: number | undefined;
  return {
    kills: () => kills,
    look: async ({ sent_count }: Broadcast): Promise<void> => {
      if (kills === killsMax || Date.now() < lanesBackMs) return;
      goal ??= sent_count + 1 + Math.floor((Math.random() * recipients) / (2 * killsMax));
      if (sent_count < goal) return;
      await stage.killSenders();
      kills += 1;
      goal = undefined;
      lanesBackMs = Date.now() + visibilitySecondsMax * 1_000;
      say(`  kill ${kills} after ${sent_count} messages`);
    },
  };
};

const hasEndedLanes = async (broadcastId: string): Promise<boolean> => {
  const { findAudience: findPlan } = await import('../../../functions/table/broadcasts/audience.ts');
  return (await findPlan(broadcastId))?.lanes_left === 0;
};

/** Longer than the service waits for a receipt. */
const patienceMs = 301_000;

/**
 * Does what waits in the queue for five minutes, with the clock set forward: the same function on the same table. That
 * a message waits there for each of them is checked first.
 */
const settleAll = async (workspaceId: string, broadcastId: string): Promise<void> => {
  const { checkBroadcast } = await import('../../../functions/domain/broadcasts/check.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const all = await readRecipients(workspaceId, broadcastId);
  const open = all.filter(({ status }) => status === 'sending');
  const waiting = await countWaiting();
  say(`  ${open.length} without an answer; ${waiting} messages wait to see what became of them`);
  if (waiting < open.length) throw new Error(`Nobody looks after ${open.length - waiting} of them.`);
  const { now } = clock;
  clock.now = () => now() + patienceMs;
  // Where receipts have told everything, whoever comes last only ends the broadcast.
  for (const { phone } of open.length > 0 ? open : all.slice(0, 1)) {
    await checkBroadcast({ workspace_id: workspaceId, broadcast_id: broadcastId, phone });
  }
  clock.now = now;
};

const countWaiting = async (): Promise<number> => {
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

const judge = async ({ simulatorUrl }: BroadcastStage, { id, numberId }: Sender, ended: Broadcast) => {
  const { times } = await readWire(simulatorUrl, numberId);
  const rows = await readRecipients(id, ended.id);
  const isUnknown = ({ reason }: RecipientReport): boolean => reason?.includes('outcome is unknown') ?? false;
  const sent = rows.filter(({ status }) => ['sent', 'delivered', 'read'].includes(status));
  const failed = rows.filter(({ status }) => status === 'failed');
  const unknown = failed.filter(isUnknown);
  return {
    gotOne: [...times.values()].filter((count) => count === 1).length,
    gotMore: [...times.values()].filter((count) => count > 1).length,
    sent: sent.length,
    outcomeUnknown: unknown.length,
    unknownYetSent: unknown.filter(({ phone }) => times.has(phone)).length,
    lost: rows.length - sent.length - unknown.length,
    miscounted: Math.abs(ended.sent_count - sent.length) + Math.abs(ended.failed_count - failed.length),
  };
};
