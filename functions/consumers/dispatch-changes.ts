import { announceChanges } from '../domain/changes.ts';
import { follow } from './consume-stream.ts';

export const handler = follow('fanOut', announceChanges);
