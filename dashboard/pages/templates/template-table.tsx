import { Link } from 'wouter';
import type { ListedTemplate } from '../../../functions/model/templates/listed-template.ts';
import type { Column } from '../../components/content/column.ts';
import { Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { en } from '../../texts/en.ts';
import styles from './template-table.module.css';
import { categoryWords, reasonWords, statusTone, statusWords, toPreview } from './template-words.ts';

const texts = en.templates;

export interface TemplateTableProps {
  templates: readonly ListedTemplate[];
  /** The one in the panel. */
  shown: string | undefined;
  hrefOf: (template: ListedTemplate) => string;
}

export const TemplateTable = ({ templates, hrefOf }: TemplateTableProps) => {
  const columns: readonly Column<ListedTemplate>[] = [
    {
      header: texts.columns.name,
      kind: 'title',
      cell: (template) => (
        <span className={styles.name}>
          <Link
            href={hrefOf(template)}
            className={styles.link}
            aria-label={texts.preview(template.name, template.language)}
          >
            <code>{template.name}</code>
          </Link>
          <span className={styles.language}>{template.language}</span>
        </span>
      ),
    },
    {
      header: texts.columns.text,
      kind: 'muted',
      cell: ({ body }) => <span className={styles.body}>{body ?? texts.none}</span>,
    },
    { header: texts.columns.category, kind: 'muted', cell: ({ category }) => categoryWords(category) },
    { header: texts.columns.status, cell: (template) => <Status template={template} /> },
  ];
  return <Table label={texts.title} columns={columns} rows={templates} keyOf={toPreview} />;
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
