import { sealedAnswers } from '../domain/access/encrypted-answers.ts';
import { handle } from './handle.ts';

/**
 * An endpoint whose answer tells a secret: where it is kept for a call that is repeated, it is sealed. It is apart from
 * `handle` so that only its bundle can read the sealing secret.
 */
export const handleSecret: typeof handle = (contract, run, find) => handle(contract, run, find, sealedAnswers);
