import { type AuditEntry, auditActions } from '../../../functions/model/audit/audit-entry.ts';
import type { Member } from '../../../functions/model/members/member.ts';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { actionWords } from './audit-words.ts';
import type { AuditFilter } from './use-audit-export.ts';

const texts = auditLogTexts.filters;

interface AuditFiltersProps {
  filter: AuditFilter;
  members: readonly Member[];
  /** People who left still appear in the entries. */
  entries: readonly AuditEntry[];
  onChange: (filter: Partial<AuditFilter>) => void;
}

export const AuditFilters = ({ filter: { actor, action }, members, entries, onChange }: AuditFiltersProps) => (
  <Filters
    label={texts.label}
    clear={texts.clear}
    onClear={actor || action ? () => onChange({ actor: undefined, action: undefined }) : undefined}
  >
    <Select
      label={texts.actor}
      value={actor ?? ''}
      onChange={(value) => onChange({ actor: value || undefined })}
      options={[{ value: '', label: texts.anyone }, ...peopleOf(members, entries, actor)]}
    />
    <Select
      label={texts.action}
      value={action ?? ''}
      onChange={(value) => onChange({ action: value || undefined })}
      options={[{ value: '', label: texts.anyAction }, ...actionsOf(action)]}
    />
  </Filters>
);

const peopleOf = (members: readonly Member[], entries: readonly AuditEntry[], chosen: string | undefined) => {
  const names = new Map<string, string>();
  for (const { user_id, name } of members) names.set(user_id, name);
  for (const { actor } of entries) {
    if (actor.user_id && !names.has(actor.user_id)) names.set(actor.user_id, actor.name);
  }
  if (chosen && !names.has(chosen)) names.set(chosen, chosen);
  return [...names].map(([value, label]) => ({ value, label }));
};

/** A link may name an action of an operator. */
const actionsOf = (chosen: string | undefined) =>
  [...new Set<string>([...auditActions, ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: actionWords(value),
  }));
