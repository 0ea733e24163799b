import { authorizeSocket } from '../domain/hints/authorize.ts';

export const handler = authorizeSocket;
