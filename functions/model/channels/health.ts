/** Why a channel refuses an account, whoever the recipient is. */
export const accountFaults = ['token', 'permission', 'number', 'restricted', 'payment', 'rate'] as const;

export type AccountFault = (typeof accountFaults)[number];

/** The channel's own words about a fault of the account. No message has been accepted since `at`. */
export interface AccountError {
  code: number;
  message: string;
  at: string;
  /** A receipt reported it, after the channel had accepted the message. */
  is_late?: boolean;
}

/** The channel's last verdict on the quality of a number, in its own words: `FLAGGED`, `TIER_10K`. */
interface NumberQuality {
  event: string;
  limit: string | null;
  at: string;
}

export const warningTopics = ['access', 'alert', 'ban', 'restriction', 'review', 'violation'] as const;

/** The channel's last act against the account, in its own words: `ACCOUNT_RESTRICTION`. A recovery ends the warning. */
export interface AccountWarning {
  event: string;
  effect: 'warning' | 'recovery';
  details: string | null;
  /** The time at which a restriction ends by itself. */
  until: string | null;
  at: string;
}

/** Warnings are kept by topic, because the end of one says nothing about another. */
export type AccountNotices = { quality?: NumberQuality } & {
  [Topic in (typeof warningTopics)[number] as `warning_${Topic}`]?: AccountWarning;
};

/** The channel does not report the end of every warning, so one without an end is not shown for longer. */
const warningDays = 30;

/** The latest warning that still holds. */
export const findWarning = (notices: AccountNotices, nowMs: number): AccountWarning | undefined =>
  warningTopics
    .flatMap((topic) => notices[`warning_${topic}`] ?? [])
    .filter(({ effect, until, at }) => effect === 'warning' && endOf(until, at) > nowMs)
    .sort((left, right) => Date.parse(right.at) - Date.parse(left.at))[0];

const endOf = (until: string | null, at: string): number =>
  until === null ? Date.parse(at) + warningDays * 24 * 60 * 60 * 1000 : Date.parse(until);

const codesByFault: Record<AccountFault, readonly number[]> = {
  token: [0, 190],
  permission: [3, 10, 200, 131005],
  number: [33, 131037, 131045, 133010],
  restricted: [368, 131031, 131064],
  payment: [131042],
  rate: [4, 80007, 130429, 131048],
};

/**
 * Returns undefined for a fault of the recipient, the template or the message, and for a failure of the channel itself.
 */
export const findAccountFault = (code: number | null): AccountFault | undefined =>
  accountFaults.find((fault) => code !== null && codesByFault[fault].includes(code));
