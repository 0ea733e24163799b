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

/** What the channel last said about the quality of a number, in its own words: `FLAGGED`, `TIER_10K`. */
export interface NumberQuality {
  event: string;
  limit: string | null;
  at: string;
}

/** What the channel last did to the account, in its own words: `ACCOUNT_RESTRICTION`. A recovery ends a warning. */
export interface AccountWarning {
  event: string;
  effect: 'warning' | 'recovery';
  details: string | null;
  /** When a restriction ends by itself. */
  until: string | null;
  at: string;
}

export interface AccountNotices {
  quality?: NumberQuality;
  warning?: AccountWarning;
}

const codesByFault: Record<AccountFault, readonly number[]> = {
  token: [0, 190],
  permission: [3, 10, 200, 131005],
  number: [33, 131037, 131045, 133010],
  restricted: [368, 131031, 131064],
  payment: [131042],
  rate: [4, 80007, 130429, 131048],
};

/** Undefined for a fault of the recipient, the template or the message, and for a failure of the channel itself. */
export const findAccountFault = (code: number | null): AccountFault | undefined =>
  accountFaults.find((fault) => code !== null && codesByFault[fault].includes(code));
