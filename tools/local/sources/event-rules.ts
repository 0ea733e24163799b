import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Report } from '../engines/ses.ts';
import type { Queue } from '../engines/sqs.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from '../template/deployment.ts';
import { matchesAny, parsePatterns } from './filter.ts';

const ruleSchema = z.object({
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(
    z.object({
      Arn: z.string(),
      InputTransformer: z.object({
        InputPathsMap: z.object({ detail: z.literal('$.detail') }),
        InputTemplate: z.string(),
      }),
    }),
  ),
});

/** The default bus of EventBridge, for events of SES. Targets are queues, which get the detail within a template. */
export const createReporter = (
  deployment: Deployment,
  { queues, client }: { queues: readonly Queue[]; client: SQSClient },
): Report => {
  const rules = findResources(deployment, 'AWS::Events::Rule').map((resource) => {
    const { EventPattern, Targets } = readProperties(deployment, resource, ruleSchema);
    const patterns = parsePatterns([JSON.stringify(EventPattern)], qualifiedName(resource));
    const targets = Targets.map(({ Arn, InputTransformer: { InputTemplate: template } }) => {
      const queue = queues.find(({ arn }) => arn === Arn);
      if (!queue) throw new LocalError(`${qualifiedName(resource)}: the assembly has no queue ${Arn}.`);
      return { queue, template };
    });
    return { patterns, targets };
  });
  return async (detailType, detail) => {
    const event = { source: 'aws.ses', 'detail-type': detailType, detail };
    const matching = rules.filter(({ patterns }) => matchesAny(patterns, event));
    for (const { queue, template } of matching.flatMap(({ targets }) => targets)) {
      const MessageBody = template.replace('<detail>', () => JSON.stringify(detail));
      await client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody }));
    }
  };
};
