import { announceChanges } from '../domain/changes.ts';
import { follow } from './follow.ts';

export const handler = follow('fanOut', announceChanges);
