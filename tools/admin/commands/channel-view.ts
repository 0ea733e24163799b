import type { ConnectedAccount } from '../../../functions/domain/channels/connect.ts';
import { formatFields, formatTable } from '../layout.ts';

export const showAccount = ({ secret, ...account }: ConnectedAccount & { secret?: string }): string =>
  secret === undefined
    ? formatFields(account)
    : `${secret}\n\nCopy the secret now: it is not shown again.\n\n${formatFields(account)}`;

export const showAccounts = (accounts: readonly ConnectedAccount[]): string =>
  accounts.length === 0
    ? 'This workspace has connected no channel.'
    : formatTable(accounts, ['channel', 'account_id', 'waba_id', 'base_url', 'api_version', 'messages_per_second']);
