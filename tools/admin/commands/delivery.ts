import type { Command } from 'commander';
import * as z from 'zod';
import { deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import type { DeliveryFilters } from '../../../functions/model/deliveries/delivery-log.ts';
import { sentEventNames } from '../../../functions/model/deliveries/event.ts';
import type { DeliverySummary } from '../../../functions/table/deliveries/deliveries.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { placeholderIds } from '../command-text.ts';
import { operate } from '../operate.ts';
import type { Run, Screen } from '../run.ts';
import { id, pastTime } from '../values.ts';
import { addNoun, argument, option, required, verb } from '../verb.ts';

const loadVerbs = () => import('../../../functions/domain/deliveries/redeliver.ts');

const listedMax = 100;

const webhookInput = {
  webhook: required('<webhook-id>', 'The webhook.', id),
  workspace: option('<workspace-id>', 'Its workspace (default: looked up from the deliveries).', id.optional()),
};

/** An operator often has only the webhook id, from a log line. */
const findWorkspace = async (input: { webhook: string; workspace?: string | undefined }): Promise<string> =>
  input.workspace ?? (await loadVerbs()).findWorkspaceOfWebhook(input.webhook);

export const addDeliveryCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'delivery', 'Events on their way to a webhook: list and redeliver them.', [
    verb('list', `List the newest ${listedMax} deliveries to a webhook, with their attempts.`, {
      input: {
        ...webhookInput,
        status: option('<status>', 'Only deliveries with this status.', z.enum(deliveryStatuses).optional()),
        event: option('<event>', 'Only this event.', z.enum(sentEventNames).optional()),
        since: option('<time>', 'Only events since then, such as 2026-01-31T12:00:00Z.', pastTime.optional()),
        until: option('<time>', 'Only events before then.', pastTime.optional()),
        after: option('<event-id>', 'The next page: the last event of the one before.', id.optional()),
      },
      example: `--webhook ${placeholderIds.webhook} --status failed`,
      act: async ({ webhook, workspace, after, ...filters }) =>
        (await readNewest(await findWorkspace({ webhook, workspace }), webhook, filters, after)).map(toDelivery),
      show: showDeliveries,
    }),
    verb('redeliver', 'Deliver an event to a webhook again, whatever its status.', {
      input: { eventId: argument('The event (see delivery list).', id), ...webhookInput },
      example: `${placeholderIds.event} --webhook ${placeholderIds.webhook}`,
      act: async ({ eventId, ...input }) =>
        toDelivery(await (await loadVerbs()).redeliver(await findWorkspace(input), input.webhook, eventId)),
      show: (row) => formatFields(toRow(row)),
    }),
    verb('recover', 'Redeliver all events that failed or were skipped since a time.', {
      input: {
        ...webhookInput,
        since: required(
          '<time>',
          'Time of the oldest event, such as 2026-01-31T12:00:00Z; 30 days are kept.',
          pastTime,
        ),
      },
      example: `--webhook ${placeholderIds.webhook} --since 2026-01-31T12:00:00Z`,
      act: async ({ since, ...input }, { stderr }) => {
        const request = { workspace: await findWorkspace(input), params: { id: input.webhook }, body: { since } };
        const total = { requested: 0 };
        let after: string | undefined;
        do {
          const { data, next } = await operate('deliveries/recoverEvents', { ...request, after });
          total.requested += data.requested;
          stderr.write(`${total.requested} requested…\n`);
          after = next;
        } while (after !== undefined);
        return total;
      },
      show: formatFields,
    }),
  ]);

/** A page of a filtered log may be short and still have a next one. */
const readNewest = async (
  workspaceId: string,
  webhookId: string,
  filters: DeliveryFilters,
  after: string | undefined,
): Promise<DeliverySummary[]> => {
  const { readDeliveries } = await import('../../../functions/domain/deliveries/delivery-log.ts');
  const deliveries: DeliverySummary[] = [];
  let next = after;
  do {
    const page = await readDeliveries(workspaceId, webhookId, filters, { limit: listedMax, after: next });
    deliveries.push(...page.items);
    next = page.next;
  } while (next !== undefined && deliveries.length < listedMax);
  return deliveries.slice(0, listedMax);
};

/** Leaves out the event's data, which belongs to the customer. */
const toDelivery = ({ event, status, attempt_number, attempts, next_attempt_at }: DeliverySummary) => ({
  event_id: event.id,
  event: event.name,
  occurred_at: event.occurredAt,
  status,
  attempt_number,
  next_attempt_at,
  attempts,
});

type Delivery = ReturnType<typeof toDelivery>;

/** Shows only the last attempt; --json has all of them. */
const toRow = ({ attempts, ...delivery }: Delivery) => {
  const { code, duration_ms, answer } = attempts.at(-1) ?? {};
  return { ...delivery, attempts: attempts.length, code, duration_ms, answer };
};

const showDeliveries = (deliveries: readonly Delivery[], { width }: Screen): string => {
  if (deliveries.length === 0) return 'There are no such deliveries.';
  const columns = ['occurred_at', 'event_id', 'event', 'status', 'attempts', 'code', 'duration_ms', 'answer'] as const;
  const rows = formatTable(deliveries.map(toRow), columns, width);
  return deliveries.length < listedMax ? rows : `${rows}\n\nFor older ones: --after ${deliveries.at(-1)?.event_id}`;
};
