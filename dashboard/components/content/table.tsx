import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** `title` names the row, `actions` stands at its right without a visible header. */
  kind?: 'title' | 'text' | 'muted' | 'mono' | 'actions';
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
}

/** Where there is little room, each row becomes a block of labeled values. */
export const Table = <Row,>({ label, columns, rows, keyOf, isDimmed }: TableProps<Row>) => (
  <div className={styles.frame}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ header, kind }) => (
            <th key={header} scope="col">
              <span className={kind === 'actions' ? 'visually-hidden' : undefined}>{header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-dimmed={isDimmed?.(row) || undefined}>
            {columns.map(({ header, cell, kind = 'text' }) =>
              kind === 'title' ? (
                <th key={header} scope="row" data-kind={kind}>
                  {cell(row)}
                </th>
              ) : (
                <td key={header} data-kind={kind} data-label={header}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
