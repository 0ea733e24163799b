import { dispatchEffects, toEffects } from '../domain/changes.ts';
import { consumeStream } from './consume-stream.ts';

export const handler = consumeStream('dispatchChanges', toEffects, dispatchEffects);
