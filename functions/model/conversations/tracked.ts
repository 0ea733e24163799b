/** A conversation remembers this for the reports. What its other fields say already is not repeated. */
export interface Tracked {
  /** When the customer wrote what was stored last, if that is before `last_inbound_at`. */
  late_ms?: number;
  /** When the customer wrote first, ever or since the conversation was closed. */
  began_ms?: number;
  /** When the customer began to wait for a person. Answers of programs do not change it. */
  asked_ms?: number;
  /** When a person last answered since `began_ms`, and who it was, unless that is the author of the last message. */
  answered?: string;
  /** When the conversation was closed. Absent while it is not. */
  closed_ms?: number;
  /** The time of the customer's last rating, its score, and how often that was changed. */
  rated?: string;
}

export const toMark = (ms: number, id = ''): string => ms.toString(36) + (id && `-${id}`);

export const readMark = (mark: string): { ms: number; id: string } => {
  const [time = '', ...id] = mark.split('-');
  return { ms: Number.parseInt(time, 36), id: id.join('-') };
};

/** A UUID takes 22 bytes instead of 36: these are part of each write of the conversation. */
export const toShortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

export const toLongId = (short: string): string =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
