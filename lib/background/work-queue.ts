import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** A message that failed this often is not a matter of luck any more. */
const receiveCountMax = 5;

export interface WorkQueueProps {
  /** The time-out of the function that reads the queue. */
  timeoutSeconds: number;
  key: IKey;
}

/** A queue, and the queue for messages that could not be dealt with. Whatever lies in the latter is a bug of ours. */
export class WorkQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { timeoutSeconds, key }: WorkQueueProps) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      ...securityProps(key),
      // Lambda's own advice: calls that are throttled need the time before the message counts as not dealt with.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: createDeadLetterQueue(this, 'DeadLetters', key), maxReceiveCount: receiveCountMax },
    });
  }
}

/** Keeps what could not be dealt with for as long as SQS can. */
export const createDeadLetterQueue = (scope: Construct, id: string, key: IKey): Queue =>
  new Queue(scope, id, { ...securityProps(key), retentionPeriod: Duration.days(14) });

/** Encrypted with our own key, and closed to anyone who comes without TLS. */
const securityProps = (key: IKey) => ({
  encryption: QueueEncryption.KMS,
  encryptionMasterKey: key,
  // How long SQS uses a data key before it asks, and pays, for a new one.
  dataKeyReuse: Duration.hours(1),
  enforceSSL: true,
});
