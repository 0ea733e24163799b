import { type Command, Option } from 'commander';
import * as z from 'zod';
import { deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import type { DeliveryFilters } from '../../../functions/model/deliveries/delivery-log.ts';
import { sentEventNames } from '../../../functions/model/deliveries/event.ts';
import type { DeliverySummary } from '../../../functions/table/deliveries/deliveries.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { id, pastTime } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/deliveries/redeliver.ts');

export const addDeliveryCommands = (program: Command, run: Run): void => {
  const delivery = program
    .command('delivery')
    .description('Events on their way to a webhook: list and redeliver them.');
  addList(delivery, run);
  addRedeliver(delivery, run);
  addRecover(delivery, run);
};

const webhookInput = z.object({ webhook: id, workspace: id.optional() });

const addWebhookOptions = (command: Command): Command =>
  command
    .requiredOption('--webhook <webhook-id>', 'The webhook.')
    .option('--workspace <workspace-id>', 'Its workspace (default: looked up from the deliveries).');

/** An operator often has only the webhook id, from a log line. */
const findWorkspace = async ({ webhook, workspace }: z.output<typeof webhookInput>): Promise<string> =>
  workspace ?? (await loadVerbs()).findWorkspaceOfWebhook(webhook);

const listedMax = 100;

const addList = (delivery: Command, run: Run): void => {
  const command = delivery
    .command('list')
    .description(`List the newest ${listedMax} deliveries to a webhook, with their attempts.`);
  addWebhookOptions(command)
    .addOption(new Option('--status <status>', 'Only deliveries with this status.').choices(deliveryStatuses))
    .addOption(new Option('--event <event>', 'Only this event.').choices(sentEventNames))
    .option('--since <time>', 'Only events since then, such as 2026-01-31T12:00:00Z.')
    .option('--until <time>', 'Only events before then.')
    .option('--after <event-id>', 'The next page: the last event of the one before.')
    .addHelpText('after', exampleHelp(`delivery list --webhook ${exampleIds.webhook} --status failed`))
    .action(
      run(
        webhookInput.extend({
          status: z.enum(deliveryStatuses).optional(),
          event: z.enum(sentEventNames).optional(),
          since: pastTime.optional(),
          until: pastTime.optional(),
          after: id.optional(),
        }),
        async ({ webhook, workspace, after, ...filters }) =>
          (await readNewest(await findWorkspace({ webhook, workspace }), webhook, filters, after)).map(toDelivery),
        showDeliveries,
      ),
    );
};

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

const addRedeliver = (delivery: Command, run: Run): void => {
  const command = delivery
    .command('redeliver')
    .description('Deliver an event to a webhook again, whatever its status.')
    .argument('<event-id>', 'The event (see delivery list).');
  addWebhookOptions(command)
    .addHelpText('after', exampleHelp(`delivery redeliver ${exampleIds.event} --webhook ${exampleIds.webhook}`))
    .action(
      run(
        webhookInput.extend({ eventId: id }),
        async ({ eventId, ...input }) => {
          const verbs = await loadVerbs();
          return toDelivery(await verbs.redeliver(await findWorkspace(input), input.webhook, eventId));
        },
        (row) => formatFields(toRow(row)),
      ),
    );
};

const addRecover = (delivery: Command, run: Run): void => {
  const command = delivery
    .command('recover')
    .description('Redeliver all events that failed or were skipped since a time.');
  addWebhookOptions(command)
    .requiredOption('--since <time>', 'Time of the oldest event, such as 2026-01-31T12:00:00Z; 30 days are kept.')
    .addHelpText('after', exampleHelp(`delivery recover --webhook ${exampleIds.webhook} --since 2026-01-31T12:00:00Z`))
    .action(
      run(
        webhookInput.extend({ since: pastTime }),
        async ({ since, ...input }, { stderr }) => {
          const { recoverDeliveries } = await import('../../../functions/domain/deliveries/recover.ts');
          const showProgress = (requested: number): void => void stderr.write(`${requested} requested…\n`);
          return recoverDeliveries(await findWorkspace(input), input.webhook, since, showProgress);
        },
        formatFields,
      ),
    );
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
