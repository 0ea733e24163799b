import Download from 'lucide-react/icons/download';
import Info from 'lucide-react/icons/info';
import Table2 from 'lucide-react/icons/table-2';
import { type ReactNode, useId, useState } from 'react';
import content from '../../components/content/content.module.css';
import { Button } from '../../components/controls/button.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { downloadSheets, type Sheet } from './report-words.ts';
import styles from './reports.module.css';

/** What a number counts, to the letter. Escape and leaving it close it. */
export const Definition = ({ name, lines }: { name: string; lines: readonly string[] }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <span className={styles.definition}>
      <button
        type="button"
        className={styles.info}
        aria-label={texts.explain(name)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        onBlur={() => setOpen(false)}
      >
        <Info aria-hidden="true" />
      </button>
      {isOpen && (
        <span id={id} role="note" className={styles.popover}>
          <strong>{name}</strong>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      )}
    </span>
  );
};

interface ReportCardProps {
  sheet: Sheet;
  definition: readonly string[];
  /** Instead of the chart, its numbers can be shown. A table is its own. */
  isTable?: boolean;
  children: ReactNode;
}

export const ReportCard = ({ sheet, definition, isTable = false, children }: ReportCardProps) => {
  const workspace = useWorkspace();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={`${content.card} ${styles.card}`} aria-label={sheet.name}>
      <div className={styles.head}>
        <h2>
          {sheet.name}
          <Definition name={sheet.name} lines={definition} />
        </h2>
        <div className={styles.actions}>
          {!isTable && (
            <Button size="small" variant="ghost" aria-pressed={asTable} onPress={() => setAsTable(!asTable)}>
              <Table2 aria-hidden="true" />
              {texts.asTable}
            </Button>
          )}
          <Button
            size="small"
            variant="ghost"
            aria-label={texts.csvOf(sheet.name)}
            onPress={() => downloadSheets(workspace.name, [sheet])}
          >
            <Download aria-hidden="true" />
            {texts.csv}
          </Button>
        </div>
      </div>
      {asTable ? <SheetTable sheet={sheet} /> : <div className={isTable ? undefined : styles.body}>{children}</div>}
    </section>
  );
};

const SheetTable = ({ sheet: { name, header, rows } }: { sheet: Sheet }) => (
  <div className={styles.scroll}>
    <table className={styles.sheet} aria-label={name}>
      <thead>
        <tr>
          {header.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a count keep their places.
          <tr key={row}>
            <th scope="row">{title}</th>
            {cells.map((cell, index) => (
              <td key={header[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
