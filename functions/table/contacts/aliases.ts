import { keys } from '../keys.ts';

/** The part of a pointer's key after its workspace, such as `SOCIAL#<user>`. */
export const toAlias = ({ pk }: { pk: string }): string => pk.split('#').slice(2).join('#');

export const aliasKey = (workspaceId: string, alias: string) => {
  const kind = alias.slice(0, alias.indexOf('#'));
  const id = alias.slice(kind.length + 1);
  return kind === 'PHONE' ? keys.phone(workspaceId, id) : keys.channelUser(workspaceId, kind, id);
};
