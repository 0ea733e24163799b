import { Link } from 'wouter';
import { type ListedTemplate, templateFilterMax } from '../../../functions/model/templates/listed-template.ts';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import { categoryWords, reasonWords, statusTone, statusWords, toPreview } from './template-texts.ts';
import styles from './templates.module.css';

const texts = templateTexts;

interface TemplateTableProps {
  templates: readonly ListedTemplate[];
  /** The template in the panel. */
  shown: string | undefined;
  hrefOf: (template: ListedTemplate) => string;
}

export const TemplateTable = ({ templates, shown, hrefOf }: TemplateTableProps) => {
  const columns: readonly Column<ListedTemplate>[] = [
    {
      header: texts.columns.name,
      kind: 'title',
      cell: (template) => (
        <span className={styles.name}>
          <Link
            href={hrefOf(template)}
            className="row-link"
            aria-label={texts.preview(template.name, template.language)}
            aria-current={toPreview(template) === shown ? 'true' : undefined}
          >
            <code>{template.name}</code>
          </Link>
          <span className={styles.language}>{template.language}</span>
        </span>
      ),
    },
    {
      header: texts.columns.text,
      kind: 'prose',
      cell: ({ body }) => (
        <span className={styles.body} dir="auto">
          {body ?? texts.none}
        </span>
      ),
    },
    { header: texts.columns.category, kind: 'muted', cell: ({ category }) => categoryWords(category) },
    { header: texts.columns.status, kind: 'badge', cell: (template) => <Status template={template} /> },
  ];
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={templates}
      keyOf={toPreview}
      isSelected={(template) => toPreview(template) === shown}
      isCompact
    />
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
    label={texts.filters.label}
    clear={texts.filters.clear}
    onClear={status || q ? () => onChange({ status: undefined, q: undefined }) : undefined}
    search={
      <SearchField
        label={texts.filters.text}
        value={q ?? ''}
        charactersMax={templateFilterMax.q}
        onChange={(value) => onChange({ q: value || undefined })}
      />
    }
    count={status ? 1 : 0}
  >
    <Select
      label={texts.filters.status}
      value={status ?? ''}
      onChange={(value) => onChange({ status: value || undefined })}
      options={[{ value: '', label: texts.filters.anyStatus }, ...statusOptions(status)]}
    />
  </Filters>
);

/** A link may name a status that the list does not offer. */
const statusOptions = (chosen: string | undefined) =>
  [...new Set([...Object.keys(texts.statuses), ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: statusWords(value),
  }));
