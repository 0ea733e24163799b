import type { InboundItem } from '../../model/inbound/inbound.ts';
import { buildInboundJob, type InboundJob } from '../../model/jobs/messages.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

export const enqueueInbound = (items: readonly InboundItem[]): Promise<void> => {
  const receivedAt = isoTime(clock.now());
  return enqueueJobs(items.map((item) => buildInboundJob({ item, postponements: 0, receivedAt }, toGroup(item))));
};

/** Channels do not keep order: a receipt may arrive before its message is stored. A channel may also not answer. */
const postponeDelaysSeconds = [2, 5, 10, 20, 60, 300, 900] as const;

/** Retries an item that cannot be applied yet, and drops it after the last delay. */
export const postponeInbound = async (job: InboundJob): Promise<void> => {
  const { item, postponements } = job;
  const delaySeconds = postponeDelaysSeconds[postponements];
  if (delaySeconds === undefined)
    return dropInbound(
      item.kind.endsWith('_notice') ? 'the channel did not answer' : 'the message it refers to never arrived',
    );
  addLogFields({ outcome: 'postponed', postponements: postponements + 1 });
  await enqueueJobs([buildInboundJob({ ...job, postponements: postponements + 1 }, toGroup(item), delaySeconds)]);
};

export const dropInbound = (reason: string): void => addLogFields({ outcome: 'dropped', reason });

/** The hash of the account, because account ids may hold characters that SQS rejects in a group id. */
const toGroup = ({ channel, accountId }: InboundItem): string => sha256Hex(`${channel} ${accountId}`);
