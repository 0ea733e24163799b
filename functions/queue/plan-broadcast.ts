import { planBroadcast } from '../domain/broadcast-plan.ts';
import { planWork } from '../model/broadcast-work.ts';
import { consume } from './consume.ts';

export const handler = consume('planBroadcast', planWork, planBroadcast);
