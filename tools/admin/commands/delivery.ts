import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { redeliver } from '../../../functions/domain/webhooks/redeliver.ts';
import { deliveryStatuses } from '../../../functions/model/delivery.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { id, pastTime } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/webhooks/redeliver.ts');

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
    .addHelpText('after', exampleHelp(`delivery list --webhook ${exampleIds.webhook} --status failed`))
    .action(
      run(
        webhookInput.extend({ status: z.enum(deliveryStatuses).optional() }),
        async ({ status, ...input }) => {
          const { listDeliveries } = await loadVerbs();
          const workspaceId = await findWorkspace(input);
          const deliveries = await listDeliveries(workspaceId, input.webhook, { status, limit: listedMax });
          return deliveries.map(toDelivery);
        },
        showDeliveries,
      ),
    );
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
          const { recoverDeliveries } = await loadVerbs();
          const showProgress = (requested: number): void => void stderr.write(`${requested} requested…\n`);
          return recoverDeliveries(await findWorkspace(input), input.webhook, Date.parse(since), showProgress);
        },
        formatFields,
      ),
    );
};

/** Leaves out the event's data, which belongs to the customer. */
const toDelivery = ({
  event,
  status,
  attempt_number,
  attempts,
  next_attempt_at,
}: Awaited<ReturnType<typeof redeliver>>) => ({
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

const showDeliveries = (deliveries: readonly Delivery[], { width }: Screen): string =>
  deliveries.length === 0
    ? 'There are no such deliveries.'
    : formatTable(
        deliveries.map(toRow),
        ['occurred_at', 'event_id', 'event', 'status', 'attempts', 'code', 'duration_ms', 'answer'],
        width,
      );
