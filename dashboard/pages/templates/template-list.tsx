import { Link } from 'wouter';
import { type ListedTemplate, templateFilterMax } from '../../../functions/model/templates/listed-template.ts';
import content from '../../components/content/content.module.css';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { templateListTexts as listTexts } from '../../texts/en/template-list.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { languageName } from '../../texts/language.ts';
import {
  byName,
  categoryWords,
  reasonWords,
  statusTone,
  statusWords,
  toPreview,
  type Versions,
} from './template-texts.ts';
import styles from './templates.module.css';

const texts = templateTexts;

interface TemplateTableProps {
  templates: readonly ListedTemplate[];
  /** The template in the panel. */
  shown: string | undefined;
  hrefOf: (template: ListedTemplate) => string;
}

/** A row for each name, with all of its languages. */
export const TemplateTable = ({ templates, shown, hrefOf }: TemplateTableProps) => {
  const columns: readonly Column<Versions>[] = [
    {
      header: listTexts.columns.name,
      kind: 'title',
      cell: ([main, ...others]) => (
        <span className={styles.name}>
          <Link
            href={hrefOf(main)}
            className="row-link"
            aria-label={texts.preview(main.name, main.language)}
            aria-current={toPreview(main) === shown ? 'true' : undefined}
          >
            <code>{main.name}</code>
          </Link>
          <span className={styles.languages}>
            {languageName(main.language)}
            {others.map((other) => (
              <Link
                key={other.language}
                href={hrefOf(other)}
                aria-label={texts.preview(other.name, languageName(other.language))}
                aria-current={toPreview(other) === shown ? 'true' : undefined}
              >
                {languageName(other.language)}
              </Link>
            ))}
          </span>
        </span>
      ),
    },
    {
      header: listTexts.columns.text,
      kind: 'prose',
      cell: ([{ body, value_count }]) => (
        <span className={content.lines}>
          <span className={styles.body} dir="auto">
            {body ?? texts.panel.ownText}
          </span>
          {value_count !== null && value_count > 0 && (
            <span className={content.small}>{listTexts.values(value_count)}</span>
          )}
        </span>
      ),
    },
    { header: listTexts.columns.category, kind: 'muted', cell: ([{ category }]) => categoryWords(category) },
    { header: listTexts.columns.status, kind: 'badge', cell: (versions) => <Statuses versions={versions} /> },
  ];
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={byName(templates)}
      keyOf={([{ name }]) => name}
      isSelected={(versions) => versions.some((template) => toPreview(template) === shown)}
      isCompact
    />
  );
};

/** A status that all languages share shows once. */
const Statuses = ({ versions }: { versions: Versions }) => {
  const [main] = versions;
  if (versions.every(({ status }) => status === main.status)) return <Status template={main} />;
  return (
    <span className={styles.status}>
      {versions.map((template) => (
        <span key={template.language} className={styles.status}>
          <span className={styles.reason}>{languageName(template.language)}</span>
          <Status template={template} />
        </span>
      ))}
    </span>
  );
};

const Status = ({ template }: { template: ListedTemplate }) => {
  const reason = reasonWords(template);
  return (
    <span className={styles.status}>
      <Badge tone={statusTone(template.status)}>{statusWords(template.status)}</Badge>
      {reason && <span className={styles.reason}>{reason}</span>}
    </span>
  );
};

interface TemplateFiltersProps {
  status: string | undefined;
  q: string | undefined;
  onChange: (filter: { status?: string | undefined; q?: string | undefined }) => void;
}

export const TemplateFilterFields = ({ status, q, onChange }: TemplateFiltersProps) => (
  <Filters
    label={listTexts.filters.label}
    clear={listTexts.filters.clear}
    onClear={status || q ? () => onChange({ status: undefined, q: undefined }) : undefined}
    search={
      <SearchField
        label={listTexts.filters.text}
        value={q ?? ''}
        charactersMax={templateFilterMax.q}
        onChange={(value) => onChange({ q: value || undefined })}
      />
    }
    count={status ? 1 : 0}
  >
    <Select
      label={listTexts.filters.status}
      value={status ?? ''}
      onChange={(value) => onChange({ status: value || undefined })}
      options={[{ value: '', label: listTexts.filters.anyStatus }, ...statusOptions(status)]}
    />
  </Filters>
);

/** A link may name a status that the list does not offer. */
const statusOptions = (chosen: string | undefined) =>
  [...new Set([...Object.keys(texts.statuses), ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: statusWords(value),
  }));
