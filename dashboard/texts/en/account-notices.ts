export interface AccountNotice {
  title: string;
  /** The next step for the reader. */
  advice: string;
}

const seeAccount = 'Open the account at the channel to see why, and ask for a review there.';
const renewAccess = 'Give Switchboard access at the channel again, then reconnect.';

/** The keys are the channel's own words for what it did to the account. */
const warnings: Readonly<Record<string, AccountNotice>> = {
  ACCOUNT_RESTRICTION: { title: 'The channel restricted this account', advice: seeAccount },
  ACCOUNT_VIOLATION: { title: 'The account broke a rule of the channel', advice: seeAccount },
  DISABLED_UPDATE: { title: 'The channel bans this account', advice: seeAccount },
  REVIEW_REJECTED: { title: 'The channel rejected this account', advice: seeAccount },
  ACCOUNT_DELETED: { title: 'The account was deleted at the channel', advice: 'Connect another account.' },
  ACCOUNT_OFFBOARDED: { title: 'The account was disconnected at the channel', advice: renewAccess },
  PARTNER_REMOVED: { title: 'The account no longer gives us access', advice: renewAccess },
  PARTNER_APP_UNINSTALLED: { title: 'The account no longer gives us access', advice: renewAccess },
};

const restrictions: Readonly<Record<string, string>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: 'You cannot start conversations.',
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 'You cannot answer customers.',
  RESTRICTED_ADD_PHONE_NUMBER_ACTION: 'You cannot add phone numbers.',
  SCHEDULE_FOR_DISABLE: 'The channel will disable the account.',
  DISABLE: 'The channel disabled the account.',
};

const numberReports: Readonly<Record<string, string>> = {
  FLAGGED: 'Quality is low',
  UNFLAGGED: 'Quality is back to normal',
  UPGRADE: 'Daily limit raised',
  DOWNGRADE: 'Daily limit lowered',
  THROUGHPUT_UPGRADE: 'Sending speed raised',
  ONBOARDING: 'Number registered',
};

const limits: Readonly<Record<string, string>> = { TIER_UNLIMITED: 'No limit', TIER_NOT_SET: 'Not set' };

export const accountNotices = {
  warnings,
  unknownWarning: { title: 'The channel reported a problem with this account', advice: seeAccount },
  restrictions,
  numberReports,
  limits,
  says: (words: string) => `The channel says: “${words}”`,
  lowQuality: {
    title: 'The quality of the phone number is low',
    advice: 'Customers block or report your messages. Send only what they asked for, or the channel lowers your limit.',
  },
  reported: 'Reported',
  ends: 'Ends',
  number: 'Report on the number',
  limit: 'Daily limit',
  customers: (count: number) => `${count.toLocaleString('en-US')} customers`,
};
