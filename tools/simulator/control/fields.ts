import * as z from 'zod/mini';
import { channels } from '../accounts.ts';

export const text = z.string('must be a string').check(z.minLength(1, 'must not be empty'));

export const flag = z.boolean('must be true or false');

export const channel = z.enum(channels, 'must be msgapp, social or web');

export const anyObject = z.record(z.string(), z.unknown(), 'must be an object');

const timeMessage = 'must be a time in Unix seconds';

export const unixTime = z.int(timeMessage).check(z.gte(0, timeMessage));
