import { signInUser } from '../../functions/domain/members/users.ts';
import type { User } from '../../functions/model/user.ts';
import { newId } from '../../functions/platform/ids.ts';

Object.assign(process.env, { SESSION_IDLE_HOURS: '8', SESSION_ABSOLUTE_HOURS: '24' });

export const newAddress = (): string => `${newId()}@members.example`;

export const laptop = { browser: 'Firefox on Linux', address: '192.0.2.1' };

export const makeUser = (email = newAddress(), name = 'Ana Ames'): Promise<User> =>
  signInUser({ issuer: 'https://issuer.example', subject: newId(), email, name });
