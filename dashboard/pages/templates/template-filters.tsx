import { templateFilterMax } from '../../../functions/model/templates/listed-template.ts';
import { Button } from '../../components/controls/button.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { en } from '../../texts/en.ts';
import { statusWords } from './template-words.ts';
import styles from './templates-page.module.css';

const texts = en.templates.filters;

interface TemplateFiltersProps {
  status: string | undefined;
  q: string | undefined;
  onChange: (filter: { status?: string | undefined; q?: string | undefined }) => void;
}

export const TemplateFilters = ({ status, q, onChange }: TemplateFiltersProps) => (
  <search className={styles.filters} aria-label={texts.label}>
    <SearchField
      label={texts.text}
      value={q ?? ''}
      charactersMax={templateFilterMax.q}
      onChange={(value) => onChange({ q: value || undefined })}
    />
    <Select
      label={texts.status}
      value={status ?? ''}
      onChange={(value) => onChange({ status: value || undefined })}
      options={[{ value: '', label: texts.anyStatus }, ...statusOptions(status)]}
    />
    {(status || q) && (
      <Button size="small" variant="ghost" onPress={() => onChange({ status: undefined, q: undefined })}>
        {texts.clear}
      </Button>
    )}
  </search>
);

/** A link may name a status that the list does not offer. */
const statusOptions = (chosen: string | undefined) =>
  [...new Set([...Object.keys(en.templates.statuses), ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: statusWords(value),
  }));
