import { answerHandshake } from '../domain/inbound/accept-hub-webhook.ts';
import { verify } from './receive.ts';

export const handler = verify('verifyMsgapp', (query) => answerHandshake('msgapp', query));
