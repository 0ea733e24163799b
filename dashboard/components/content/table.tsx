import type { Column, RowDetail } from './column.ts';
import styles from './table.module.css';
import { TableRow } from './table-row.tsx';

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
  /** The row whose detail is open beside the table. */
  isSelected?: (row: Row) => boolean;
  detail?: RowDetail<Row>;
  /** For a log: where there is little room, a row is two lines without labels. */
  isCompact?: boolean;
}

/** Where there is little room, each row becomes a block of labeled values. */
export const Table = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  isDimmed,
  isSelected,
  detail,
  isCompact,
}: TableProps<Row>) => (
  <div className={styles.frame}>
    <table className={styles.table} aria-label={label} data-compact={isCompact || undefined}>
      <thead>
        <tr>
          {columns.map(({ header, kind }) => (
            <th key={header} scope="col">
              <span className={kind === 'actions' ? 'visually-hidden' : undefined}>{header}</span>
            </th>
          ))}
          {detail && (
            <th scope="col">
              <span className="visually-hidden">{detail.header}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow
            key={keyOf(row)}
            row={row}
            columns={columns}
            isDimmed={isDimmed?.(row) ?? false}
            isSelected={isSelected?.(row) ?? false}
            detail={detail}
          />
        ))}
      </tbody>
    </table>
  </div>
);
