import { noteFacts, toNoted } from '../domain/reports/note-facts.ts';
import { consumeStream } from './consume-stream.ts';

export const handler = consumeStream('countReports', toNoted, noteFacts);
