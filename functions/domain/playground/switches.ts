import type { PlaygroundSwitches, SwitchChanges } from '../../model/playground/playground.ts';
import { getSimulatedAccount } from './accounts.ts';
import { callSimulator } from './simulator.ts';

/** The switches of the simulator that the playground knows. */
interface SimulatorSwitches {
  outage: 'down' | 'token_expired' | null;
  response_delay_ms: number;
  receipts: string[];
}

const slowMs = 4_000;
const receiptsInOrder = ['sent', 'delivered', 'read'] as const;

export const readSwitches = async (accountId: string): Promise<PlaygroundSwitches> => {
  const query = new URLSearchParams({ account_id: accountId });
  return toSwitches((await callSimulator<{ data: SimulatorSwitches }>('GET', `/switches?${query}`)).data);
};

/** They hold for the msgapp account of the workspace alone. */
export const setSwitches = async (workspaceId: string, changes: SwitchChanges): Promise<PlaygroundSwitches> => {
  const { id } = await getSimulatedAccount(workspaceId, 'msgapp');
  const { outage, is_slow, receipts } = changes;
  const { data } = await callSimulator<{ data: SimulatorSwitches }>('POST', '/switches', {
    account_id: id,
    ...(outage === undefined ? {} : { outage: outage === 'none' ? null : outage }),
    ...(is_slow === undefined ? {} : { response_delay_ms: is_slow ? slowMs : 0 }),
    ...(receipts === undefined ? {} : { receipts: receiptsUpTo(receipts) }),
  });
  return toSwitches(data);
};

const receiptsUpTo = (last: PlaygroundSwitches['receipts']): string[] =>
  last === 'none' ? [] : receiptsInOrder.slice(0, receiptsInOrder.indexOf(last) + 1);

const toSwitches = ({ outage, response_delay_ms, receipts }: SimulatorSwitches): PlaygroundSwitches => ({
  outage: outage ?? 'none',
  is_slow: response_delay_ms > 0,
  receipts: receiptsInOrder.findLast((status) => receipts.includes(status)) ?? 'none',
});
