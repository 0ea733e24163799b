export interface MagicNumber {
  ending: string;
  outcome: 'refused' | 'fails_later' | 'no_response' | 'response_lost';
  code?: number;
  http?: number;
  acceptsTemplates?: true;
  meaning: string;
}

export const magicNumbers: readonly MagicNumber[] = [
  { ending: '5550001', outcome: 'refused', code: 131026, http: 400, meaning: 'Refused at once as undeliverable.' },
  {
    ending: '5550002',
    outcome: 'fails_later',
    code: 131026,
    meaning: 'Accepted, then reported as undeliverable: the number is not on the channel.',
  },
  {
    ending: '5550003',
    outcome: 'fails_later',
    code: 131047,
    acceptsTemplates: true,
    meaning: 'Accepted, then reported as failed: the 24-hour window is closed. Templates are delivered.',
  },
  {
    ending: '5550004',
    outcome: 'refused',
    code: 131047,
    http: 400,
    acceptsTemplates: true,
    meaning: 'Refused at once: the 24-hour window is closed. Templates are delivered.',
  },
  {
    ending: '5550005',
    outcome: 'refused',
    code: 130429,
    http: 400,
    meaning: 'Throttled. The switch throttle_times limits how many sends to the number are refused.',
  },
  { ending: '5550006', outcome: 'refused', code: 131000, http: 500, meaning: 'Internal error of the channel.' },
  {
    ending: '5550007',
    outcome: 'no_response',
    meaning: 'Not accepted, and the request hangs until the caller times out.',
  },
  {
    ending: '5550008',
    outcome: 'response_lost',
    meaning: 'Accepted, but the connection closes before the response. Receipts follow.',
  },
  { ending: '5550009', outcome: 'refused', code: 190, http: 401, meaning: 'The access token has expired.' },
];

export const findMagicNumber = (waId: string): MagicNumber | undefined =>
  magicNumbers.find(({ ending }) => waId.endsWith(ending));
