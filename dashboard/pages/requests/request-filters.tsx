import type { ApiKey } from '../../../functions/model/access/api-key.ts';
import type { RequestFilters as Filter } from '../../../functions/model/access/request-record.ts';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { requestTexts } from '../../texts/en/requests.ts';

const texts = requestTexts.filters;

interface RequestFiltersProps {
  filter: Filter;
  apiKeys: readonly ApiKey[];
  onChange: (filter: Partial<Filter>) => void;
}

export const RequestFilters = ({ filter: { key, only }, apiKeys, onChange }: RequestFiltersProps) => (
  <Filters
    label={texts.label}
    clear={texts.clear}
    onClear={key || only ? () => onChange({ key: undefined, only: undefined }) : undefined}
  >
    <Select
      label={texts.key}
      value={key ?? ''}
      onChange={(value) => onChange({ key: value || undefined })}
      options={[{ value: '', label: texts.allKeys }, ...keyOptions(apiKeys, key)]}
    />
    <Select
      label={texts.only}
      value={only ?? ''}
      onChange={(value) => onChange({ only: value === 'failures' ? value : undefined })}
      options={[
        { value: '', label: texts.all },
        { value: 'failures', label: texts.failures },
      ]}
    />
  </Filters>
);

/** A link may name a key that the list does not have. */
const keyOptions = (apiKeys: readonly ApiKey[], chosen: string | undefined) => {
  const options = apiKeys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }));
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: texts.unknownKey }];
};
