import { answerHandshake } from '../domain/hub-webhooks.ts';
import { verify } from './receive.ts';

export const handler = verify('verifyMsgapp', (query) => answerHandshake('msgapp', query));
