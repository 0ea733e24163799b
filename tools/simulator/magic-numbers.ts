/** A recipient that always fails in one way. */
export interface MagicNumber {
  /** The last digits of the phone number. */
  ending: string;
  /** Where the failure shows: in the answer, in a later receipt, or in no answer at all. */
  outcome: 'refused' | 'fails_later' | 'no_response' | 'response_lost';
  /** The channel's error code, where there is one, and the status of the answer. */
  code?: number;
  http?: number;
  /** Whether a template goes through all the same. */
  acceptsTemplates?: true;
  meaning: string;
}

export const magicNumbers: readonly MagicNumber[] = [
  {
    ending: '5550001',
    outcome: 'refused',
    code: 131026,
    http: 400,
    meaning: 'Undeliverable, and the channel says so at once.',
  },
  {
    ending: '5550002',
    outcome: 'fails_later',
    code: 131026,
    meaning: 'Accepted, then reported as undeliverable: not on the channel.',
  },
  {
    ending: '5550003',
    outcome: 'fails_later',
    code: 131047,
    acceptsTemplates: true,
    meaning: 'The 24-hour window is closed: accepted, then reported as failed. Templates arrive.',
  },
  {
    ending: '5550004',
    outcome: 'refused',
    code: 131047,
    http: 400,
    acceptsTemplates: true,
    meaning: 'The 24-hour window is closed, and the channel says so at once. Templates arrive.',
  },
  {
    ending: '5550005',
    outcome: 'refused',
    code: 130429,
    http: 400,
    meaning: 'Throttled. With the switch throttle_times only the first sends to each such number.',
  },
  {
    ending: '5550006',
    outcome: 'refused',
    code: 131000,
    http: 500,
    meaning: 'The channel has a fault of its own.',
  },
  {
    ending: '5550007',
    outcome: 'no_response',
    meaning: 'Not accepted, and the request hangs: the caller runs into its time limit.',
  },
  {
    ending: '5550008',
    outcome: 'response_lost',
    meaning: 'Accepted, but the connection closes before the answer. The receipts come all the same.',
  },
  {
    ending: '5550009',
    outcome: 'refused',
    code: 190,
    http: 401,
    meaning: 'The access token has expired.',
  },
];

export const findMagicNumber = (waId: string): MagicNumber | undefined =>
  magicNumbers.find(({ ending }) => waId.endsWith(ending));
