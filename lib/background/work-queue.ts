import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

const receiveCountMax = 5;
const longestRetention = Duration.days(14);

export interface WorkQueueProps {
  consumerTimeoutSeconds: number;
  key: IKey | undefined;
}

/** A queue with its dead-letter queue. Consumers absorb other parties' failures, so a dead letter is a bug of ours. */
export class WorkQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { consumerTimeoutSeconds, key }: WorkQueueProps) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      ...securityProps(key),
      // AWS recommends six times the function timeout, so throttled invocations do not use up receives.
      visibilityTimeout: Duration.seconds(6 * consumerTimeoutSeconds),
      deadLetterQueue: { queue: createDeadLetterQueue(this, 'DeadLetters', key), maxReceiveCount: receiveCountMax },
    });
  }
}

export const createDeadLetterQueue = (scope: Construct, id: string, key: IKey | undefined): Queue =>
  new Queue(scope, id, { ...securityProps(key), retentionPeriod: longestRetention });

const securityProps = (key: IKey | undefined) => ({
  ...(key === undefined
    ? { encryption: QueueEncryption.SQS_MANAGED }
    : {
        encryption: QueueEncryption.KMS,
        encryptionMasterKey: key,
        // Each new data key is a paid KMS request.
        dataKeyReuse: Duration.hours(1),
      }),
  enforceSSL: true,
});
