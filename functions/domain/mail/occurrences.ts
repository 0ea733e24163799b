import { findAccountFault } from '../../model/channels/health.ts';
import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { QueueJob } from '../../model/jobs/job.ts';
import { buildMaintenanceJob, type MailJob } from '../../model/jobs/maintenance.ts';
import type { Occurrence } from '../../model/mail/occurrence.ts';
import { dayMs, isoTime } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { toBroadcast, toStoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';

interface Found extends Pick<MailJob, 'workspaceId' | 'occurrence' | 'userId'> {
  delaySeconds?: number;
}

/** Finds what people hear of by email. Deterministic: a change that is delivered again finds its mails sent. */
export const toMailJobs = ({ before, after }: Change): QueueJob[] =>
  after && env.sendsMail()
    ? findOccurrences(before, after).map(({ delaySeconds, ...found }) =>
        buildMaintenanceJob({ task: 'mail', ...found }, delaySeconds),
      )
    : [];

const findOccurrences = (before: Item | undefined, after: Item): Found[] => {
  if (after['entity'] === 'invitation') return invited(before, after);
  if (after['entity'] === 'mention') return before ? [] : mentioned(after);
  if (after['entity'] === 'broadcast') return broadcastEnded(before, after);
  if (String(after['pk']).startsWith('REQUEST#')) return before ? [] : keyRefused(after);
  if (!before) return [];
  if (after['entity'] === 'webhook') return webhookTurnedOff(before, after);
  if (String(after['pk']).startsWith('KEY#')) return keyMoved(before, after);
  if (after['sk'] === 'WORKSPACE') return channelRefused(before, after);
  return String(after['sk']).startsWith('USAGE#') ? planUsed(before, after) : [];
};

const inWorkspaceOf = (item: Item, occurrence: Occurrence): Found[] => [
  { workspaceId: readWorkspaceId(item), occurrence },
];

/** Most people see a mention on the screen, so the mail waits. */
const mentionSeconds = 5 * 60;

const mentioned = (after: Item): Found[] => {
  const [, workspaceId = '', , userId = ''] = String(after['pk']).split('#');
  const id = String(after['sk']);
  const at = isoTime(idTimeMs(id));
  const noted = { conversation_id: String(after['conversation_id']), by: String(after['by']) };
  return [{ workspaceId, userId, occurrence: { kind: 'mention', id, ...noted, at }, delaySeconds: mentionSeconds }];
};

/** An invitation whose mail came back is mailed again once a member asks for it. */
const invited = (before: Item | undefined, after: Item): Found[] =>
  !before || (before['mail_fault'] && !after['mail_fault'])
    ? inWorkspaceOf(after, { kind: 'invitation', id: String(after['id']), round: Number(after['mail_round'] ?? 0) })
    : [];

/** Only failures count, not people. A late success may turn it on again within the same generation. */
const webhookTurnedOff = (before: Item, after: Item): Found[] =>
  before['is_active'] && !after['is_active'] && Number(after['failure_count']) >= consecutiveFailuresMax
    ? inWorkspaceOf(after, {
        kind: 'webhook_off',
        id: String(after['id']),
        generation: Number(after['generation']),
      })
    : [];

const channelRefused = (before: Item, after: Item): Found[] =>
  (['msgapp', 'social'] as const).flatMap((channel) => {
    const [earlier, now] = [before, after].map((item) => Object(item[`${channel}_account`]).last_error);
    const fault = earlier || !now ? undefined : findAccountFault(now.code);
    // A rate limit passes by itself.
    if (fault === undefined || fault === 'rate') return [];
    return inWorkspaceOf(after, { kind: 'channel_refused', channel, fault, message: now.message, at: now.at });
  });

const planUsed = (before: Item, after: Item): Found[] => {
  const [earlier, now] = [before, after].map((item) => Object(item['plan_notice']));
  if (now.percent === undefined || (earlier.percent === now.percent && earlier.limit === now.limit)) return [];
  const [, month = ''] = String(after['sk']).split('#');
  return inWorkspaceOf(after, { kind: 'plan_used', month, percent: now.percent, limit: now.limit });
};

const broadcastEnded = (before: Item | undefined, after: Item): Found[] => {
  if (!before || before['completed_at'] || !after['completed_at']) return [];
  const stored = toStoredBroadcast(after);
  const { id, name, status, sent_count: sent, failed_count, rejected } = toBroadcast(stored, stored.final_counters);
  if (status !== 'sent' && status !== 'failed' && status !== 'canceled') return [];
  const failed = failed_count + rejected;
  return inWorkspaceOf(after, { kind: 'broadcast_ended', id, name, status, sent, failed, by: stored.canceled_by });
};

/** The first network of a key, and those of its first day, are where it is meant to be used. */
const keyMoved = (before: Item, after: Item): Found[] => {
  const [earlier, now] = [before, after].map((item) => (item['known_networks'] ?? new Set()) as Set<string>);
  const [from] = [...(now ?? [])].filter((network) => !earlier?.has(network));
  const at = String(after['last_used_at']);
  if (!earlier?.size || from === undefined || Date.parse(at) < Date.parse(String(after['created_at'])) + dayMs)
    return [];
  const key = { keyId: String(after['id']), name: String(after['name']) };
  const workspaceId = String(after['workspace_id']);
  return [{ workspaceId, occurrence: { kind: 'key_use', reason: 'network', ...key, from, at } }];
};

/** The first refused call of a minute. */
const keyRefused = (after: Item): Found[] => {
  const { id, name, workspace_id } = Object(after['refused_key']);
  if (id === undefined) return [];
  const at = isoTime(idTimeMs(String(after['sk'])));
  const key = { keyId: id, name, from: String(after['address']), at };
  return [{ workspaceId: workspace_id, occurrence: { kind: 'key_use', reason: 'inactive', ...key } }];
};
