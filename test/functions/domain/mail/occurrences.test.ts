import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, expect, it, vi } from 'vitest';
import { consumers } from '../../../../functions/consumers/consumers.ts';
import { toMailJobs } from '../../../../functions/domain/mail/occurrences.ts';
import { toOccurrenceId } from '../../../../functions/domain/mail/send-mail.ts';
import { type MailJob, maintenanceJob } from '../../../../functions/model/jobs/maintenance.ts';
import { deriveId } from '../../../../functions/platform/ids.ts';
import type { Change } from '../../../../functions/table/dynamodb/changes.ts';
import { keys } from '../../../../functions/table/keys.ts';
import { matchesAny } from '../../../../tools/local/sources/filter.ts';
import { broadcast, workspaceId } from '../../../support/table/changed-items.ts';

const id = '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f';
const at = '2026-11-15T12:00:00.000Z';
const fault = { kind: 'bounce', at };
const invitation = { ...keys.invitation(workspaceId, id), entity: 'invitation', id };
const webhook = { ...keys.webhook(workspaceId, id), entity: 'webhook', id, generation: 2, is_active: true };
const off = { ...webhook, is_active: false, failure_count: 15 };
const workspace = { ...keys.workspace(workspaceId), msgapp_account: { access_token: 'x' } };
const refused = (code: number) => ({ ...workspace, msgapp_account: { last_error: { code, message: 'No.', at } } });
const usage = { ...keys.monthlyUsage(workspaceId, '2026-11'), messages_used: 80 };
const used = (percent: number, limit: number, change_bit: number) => ({
  ...usage,
  plan_notice: { percent, limit },
  change_bit,
});
const ended = { ...broadcast, status: 'sent', completed_at: at };
const created = { created_at: '2026-11-01T00:00:00.000Z', last_used_at: at, workspace_id: workspaceId };
const key = { ...keys.apiKey('s'), sha256: 's', id, name: 'Shop', ...created };
const used1 = { ...key, known_networks: new Set(['203.0.113.0/24']), change_bit: 1 };
const used2 = { ...key, known_networks: new Set(['203.0.113.0/24', '198.51.100.0/24']), change_bit: 0 };
const refusal = {
  ...keys.requestRecord(id, deriveId(Date.parse(at), 'x')),
  address: '192.0.2.1',
  refused_calls: 1,
  refused_key: { id, name: 'Shop', workspace_id: workspaceId },
};

/** Each change has the id of the occurrence, if people hear of it. */
const changes: [string, Change['before'], Change['after'], string | undefined][] = [
  ['a new invitation', undefined, invitation, `invitation#${id}#0`],
  [
    'an invitation that is mailed again',
    { ...invitation, mail_fault: fault },
    { ...invitation, mail_round: 1 },
    `invitation#${id}#1`,
  ],
  ['an invitation whose mail came back', invitation, { ...invitation, mail_fault: fault }, undefined],
  ['a webhook that its failures turned off', webhook, off, `webhook_off#${id}#2`],
  ['a webhook that a person turned off', webhook, { ...off, failure_count: 0 }, undefined],
  ['a webhook that is off and changes', off, { ...off, url: 'https://other.example' }, undefined],
  ['a channel that refuses the account', workspace, refused(190), 'channel_refused#msgapp#token#2026-11-15'],
  ['a channel that limits the rate', workspace, refused(130429), undefined],
  ['a channel that names another fault', refused(190), refused(131042), undefined],
  ['a plan of which 80 % are used', usage, used(80, 100, 1), 'plan_used#2026-11#80#100'],
  ['a plan that is used up', used(80, 100, 1), used(100, 100, 0), 'plan_used#2026-11#100#100'],
  ['a larger plan of which 80 % are used', used(80, 100, 1), used(80, 200, 0), 'plan_used#2026-11#80#200'],
  ['a further message', used(80, 100, 1), { ...used(80, 100, 1), messages_used: 81 }, undefined],
  ['a broadcast that ends', broadcast, ended, `broadcast_ended#${broadcast.id}`],
  ['a key that is used for the first time', key, used1, undefined],
  ['a key that is used from a second network', used1, used2, `key_use#${id}#198.51.100.0/24`],
  ['a new key that is used from two networks', { ...used1, created_at: at }, { ...used2, created_at: at }, undefined],
  ['a further call with a key', used1, { ...used1, window_used: 7 }, undefined],
  ['a call with a revoked key', undefined, refusal, `key_use#${id}#inactive`],
  ['a second call in the same minute', refusal, { ...refusal, refused_calls: 2 }, undefined],
];

const toRecord = ({ before, after }: Change) => ({
  eventName: before ? 'MODIFY' : 'INSERT',
  dynamodb: { OldImage: before && marshall(before), NewImage: after && marshall(after) },
});

const patternsOf = (hints: boolean) =>
  consumers.flatMap(({ name, source }) =>
    name === 'dispatchChanges' && 'changes' in source ? source.changes({ mail: true, hints }) : [],
  );
const patterns = patternsOf(false);

beforeEach(() => void vi.stubEnv('SENDS_MAIL', '1'));
it.each(changes)('%s is an occurrence, or is none', (_, before, after, expected) => {
  const jobs = toMailJobs({ before, after }).map(({ body }) => maintenanceJob.parse(body) as MailJob);
  expect(jobs.map((job) => toOccurrenceId(job.occurrence))).toEqual(expected === undefined ? [] : [expected]);
  expect(jobs.map((job) => job.workspaceId)).toEqual(jobs.map(() => workspaceId));
  if (expected !== undefined) expect(matchesAny([...patterns], toRecord({ before, after }))).toBe(true);
});

it.each(['a further message', 'a further call with a key', 'a second call in the same minute'])(
  '%s does not pass the stream filter, which would cost a call each',
  (name) => {
    const [, before, after] = changes.find(([title]) => title === name) ?? [];
    expect(matchesAny([...patterns], toRecord({ before, after }))).toBe(false);
  },
);

it('without a sender nobody hears anything', () => {
  vi.stubEnv('SENDS_MAIL', '');
  expect(changes.flatMap(([, before, after]) => toMailJobs({ before, after }))).toEqual([]);
});

it('AWS accepts the patterns of the filter: at most five of 4,096 characters each', () => {
  expect(patternsOf(true).length).toBeLessThanOrEqual(5);
  for (const pattern of patternsOf(true)) expect(JSON.stringify(pattern).length).toBeLessThanOrEqual(4_096);
});

it('the end of a canceled broadcast names the member who canceled it', () => {
  const after = { ...broadcast, status: 'canceled', completed_at: at, canceled_by: id };
  const [job] = toMailJobs({ before: broadcast, after }).map(({ body }) => maintenanceJob.parse(body) as MailJob);
  expect(job?.occurrence).toMatchObject({ kind: 'broadcast_ended', status: 'canceled', by: id });
});
