import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { MessageEntry } from '../store/timeline.ts';

const texts = inboxTexts.failures;

export type FailureAction = keyof typeof texts.actions;

const rules: readonly (readonly [
  codes: string,
  sentence: (channel: string, name: string) => string,
  action: FailureAction | undefined,
])[] = [
  ['131047', texts.window, 'template'],
  ['131026', texts.unreachable, 'number'],
  ['131049 131048', texts.held, undefined],
  ['131050', texts.stopped, undefined],
  ['131053', texts.file, 'file'],
  ['190 131005 131042 131031 368', texts.account, 'channels'],
  ['130429 131056 131000 131016 1 2', texts.busy, 'retry'],
  ['plan_limit_reached', texts.plan, 'usage'],
  ['outcome_unknown', texts.unknown, 'again'],
];

/** Why a message of ours did not arrive, and the one thing to do about it. */
export const explainFailure = (
  { error, reason }: Pick<MessageEntry, 'error' | 'reason'>,
  name: string,
  channel: Channel,
): { sentence: string; code: string | undefined; action: FailureAction | undefined } => {
  const code = error?.code === undefined ? undefined : String(error.code);
  const rule = rules.find(([codes]) => code !== undefined && codes.split(' ').includes(code));
  if (rule) return { sentence: rule[1](inboxTexts.channels[channel], name), code, action: rule[2] };
  return { sentence: reason ?? error?.message ?? inboxTexts.thread.status.failed, code, action: 'retry' };
};
