import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { messages } from '../../messages/en.ts';

const { actions } = messages.auditLog;
const names: Readonly<Record<string, string>> = { ...messages.integrations.tools, ...messages.channels.names };

/** An action of a newer version reads as its name: `channel.paused` becomes "Channel paused". */
export const actionWords = (action: string): string => {
  const known = Object.hasOwn(actions, action) ? (actions as Record<string, string>)[action] : undefined;
  const text = action.replaceAll(/[._]/g, ' ');
  return known ?? text.charAt(0).toUpperCase() + text.slice(1);
};

export const targetWords = ({ target, details }: Pick<AuditEntry, 'target' | 'details'>): string => {
  if (target) return Object.hasOwn(names, target.name) ? String(names[target.name]) : target.name;
  return details ? '' : messages.auditLog.none;
};
