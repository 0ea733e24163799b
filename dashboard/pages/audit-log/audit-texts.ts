import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { integrationTexts } from '../../texts/en/integrations.ts';

const { actions } = auditLogTexts;
const names: Readonly<Record<string, string>> = { ...integrationTexts.tools, ...channelTexts.names };

/** An action of a newer version reads as its name: `channel.paused` becomes "Channel paused". */
export const actionWords = (action: string): string => {
  const known = Object.hasOwn(actions, action) ? (actions as Record<string, string>)[action] : undefined;
  const text = action.replaceAll(/[._]/g, ' ');
  return known ?? text.charAt(0).toUpperCase() + text.slice(1);
};

export const targetWords = ({ target, details }: Pick<AuditEntry, 'target' | 'details'>): string => {
  if (target) return Object.hasOwn(names, target.name) ? String(names[target.name]) : target.name;
  return details ? '' : auditLogTexts.none;
};
