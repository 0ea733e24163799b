import { requireActiveWebhook } from '../../domain/deliveries/redeliver.ts';
import { describeWork } from '../../domain/inbox/work.ts';
import { requireStatic } from '../../domain/segments/members.ts';
import { getStoredTask, listTasks, startTask, stopTask, toChosen } from '../../domain/tasks/tasks.ts';
import { describeWebhook } from '../../domain/webhooks/details.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  startRecovery: {
    run: async ({ caller, id, body: { webhook_id, since, total = null } }) => {
      await requireActiveWebhook(caller.workspaceId, webhook_id);
      return { data: await startTask(caller, id, { kind: 'recovery', webhook_id, since }, { total }) };
    },
    describe: ({ caller, body }) => describeWebhook(caller.workspaceId, body.webhook_id, { since: body.since }),
  },
  startTagging: async ({ caller, id, body: { contacts, change, tag } }) => ({
    data: await startTask(caller, id, { kind: 'tag', change, tag }, toChosen(contacts)),
  }),
  startAddToSegment: {
    run: async ({ caller, id, body: { contacts, segment_id } }) => {
      const { name } = await requireStatic(caller.workspaceId, segment_id);
      return { data: await startTask(caller, id, { kind: 'segment', segment_id, name }, toChosen(contacts)) };
    },
    describeResult: ({ data: { work } }) =>
      work.kind === 'segment' ? { target: { id: work.segment_id, name: work.name } } : {},
  },
  startConversationChanges: {
    run: async ({ caller, id, body: { ids, ...changes } }) => ({
      data: await startTask(caller, id, { kind: 'conversations', ...changes }, toChosen({ ids })),
    }),
    describe: async ({ caller, body: { ids, changes } }) =>
      changes && { details: `${await describeWork(caller.workspaceId, changes)}: ${ids.length} conversations` },
  },
  listTasks: async ({ caller }) => ({ data: await listTasks(caller.workspaceId) }),
  stopTask: {
    run: async ({ caller, params }) => ({ data: await stopTask(caller, params.id) }),
    find: ({ caller, params }) => getStoredTask(caller.workspaceId, params.id),
  },
} satisfies MemberActs<typeof contract>;
