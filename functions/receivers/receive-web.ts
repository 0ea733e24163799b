import { acceptWebMessage } from '../domain/inbound/accept-web-message.ts';
import { receive } from './receive.ts';

export const handler = receive('receiveWeb', 'x-web-signature', acceptWebMessage);
