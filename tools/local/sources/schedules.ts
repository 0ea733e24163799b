import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Queue } from '../engines/sqs.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from '../template/deployment.ts';
import type { EventSource } from './queue-source.ts';

const scheduleSchema = z.object({
  ScheduleExpression: z.string().transform((text, context) => {
    const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(text) ?? [];
    if (minutes === undefined) context.addIssue('only rate(<n> minutes) is supported');
    return Number(minutes);
  }),
  Target: z.object({ Arn: z.string(), Input: z.string() }),
});

/** EventBridge Scheduler: the first message comes at once, as on AWS. Targets are queues. */
export const startSchedules = (
  deployment: Deployment,
  { queues, client }: { queues: readonly Queue[]; client: SQSClient },
): EventSource[] =>
  findResources(deployment, 'AWS::Scheduler::Schedule').map((resource) => {
    const { ScheduleExpression: minutes, Target } = readProperties(deployment, resource, scheduleSchema);
    const queue = queues.find(({ arn }) => arn === Target.Arn);
    if (!queue) throw new LocalError(`${qualifiedName(resource)}: the assembly has no queue ${Target.Arn}.`);
    const send = () =>
      client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: Target.Input })).catch(() => undefined);
    const first = send();
    const timer = setInterval(send, minutes * 60_000);
    return {
      stop: async () => {
        clearInterval(timer);
        await first;
      },
    };
  });
