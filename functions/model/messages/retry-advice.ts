/** How soon the same send may succeed; `after_fix` needs a change of the account, the template or the message. */
export type RetryAdvice = 'in_seconds' | 'in_minutes' | 'in_hours' | 'after_fix' | 'never';

/** The documented codes. The channel asks clients not to rely on the HTTP status, which changed over time. */
export const codesByRetryAdvice: Record<RetryAdvice, readonly number[]> = {
  in_seconds: [1, 2, 130429, 131000, 131016, 131056, 131057, 133004],
  in_minutes: [4, 613, 80002, 80006, 80007],
  in_hours: [131048, 131049, 131064, 132015, 132069, 133016],
  after_fix: [
    0, 3, 10, 33, 100, 190, 131005, 131008, 131009, 131030, 131037, 131042, 131045, 131051, 131052, 131053, 131060,
    131062, 131063, 132000, 132001, 132005, 132007, 132012, 132018, 132068, 133010, 134011, 135000, 137000,
  ],
  never: [368, 551, 130403, 130472, 130497, 131021, 131026, 131031, 131047, 131050, 132016],
};

const { in_seconds, in_minutes, in_hours } = codesByRetryAdvice;

/** With these codes nothing is wrong with the recipient, so the same message can succeed later. */
const temporaryCodes = new Set([
  ...[...in_seconds, ...in_minutes, ...in_hours].map(String),
  'channel_unreachable',
  'plan_limit_reached',
]);

export const isTemporaryCode = (code: string | number | null): boolean => temporaryCodes.has(String(code));
