import { Link } from 'wouter';
import { Badge } from '../../components/feedback/badge.tsx';
import { en } from '../../texts/en.ts';
import styles from './template-list.module.css';
import type { TemplateTableProps } from './template-table.tsx';
import { categoryWords, statusTone, statusWords, toPreview } from './template-words.ts';

const texts = en.templates;

/** The list while a preview takes up the room of the table's columns. */
export const TemplateList = ({ templates, shown, hrefOf }: TemplateTableProps) => (
  <ul aria-label={texts.title}>
    {templates.map((template) => (
      <li key={toPreview(template)} className={styles.item}>
        <Link
          href={hrefOf(template)}
          className={styles.link}
          aria-current={toPreview(template) === shown ? 'true' : undefined}
        >
          <code className={styles.name}>{template.name}</code>
          <span className={styles.facts}>
            {template.language} · {categoryWords(template.category)}
          </span>
          <span className={styles.status}>
            <Badge tone={statusTone(template.status)}>{statusWords(template.status)}</Badge>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
