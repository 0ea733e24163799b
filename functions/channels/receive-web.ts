import { acceptWebMessage } from '../domain/web-chat.ts';
import { receive } from './receive.ts';

export const handler = receive('receiveWeb', 'x-web-signature', acceptWebMessage);
