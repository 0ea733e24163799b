import ChevronDown from 'lucide-react/icons/chevron-down';
import { Fragment, type ReactNode, useId, useState } from 'react';
import styles from './table.module.css';

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
  /** The row whose detail is open beside the table. */
  isSelected?: (row: Row) => boolean;
  detail?: RowDetail<Row>;
  /** On a narrow screen, a row of a log is a few lines without labels. */
  isCompact?: boolean;
  /** A line above the first row of each group, such as its day. Rows of a group follow each other. */
  groupOf?: (row: Row) => string;
}

/** On a narrow screen, each row becomes a block of labeled values. */
export const Table = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  isDimmed,
  isSelected,
  detail,
  isCompact,
  groupOf,
}: TableProps<Row>) => (
  <div className={styles.frame}>
    <table className={styles.table} aria-label={label} data-compact={isCompact || undefined}>
      <thead>
        <tr>
          {columns.map(({ header, kind }) => (
            <th key={header} scope="col" data-kind={kind === 'number' ? kind : undefined}>
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
        {rows.map((row, index) => {
          const group = groupOf?.(row);
          const before = rows[index - 1];
          return (
            <Fragment key={keyOf(row)}>
              {group && (!before || groupOf?.(before) !== group) && (
                <tr data-kind="group">
                  <td colSpan={columns.length + (detail ? 1 : 0)}>{group}</td>
                </tr>
              )}
              <TableRow
                row={row}
                columns={columns}
                isDimmed={isDimmed?.(row) ?? false}
                isSelected={isSelected?.(row) ?? false}
                detail={detail}
              />
            </Fragment>
          );
        })}
      </tbody>
    </table>
  </div>
);

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  isDimmed: boolean;
  isSelected: boolean;
  detail: RowDetail<Row> | undefined;
}

const TableRow = <Row,>({ row, columns, isDimmed, isSelected, detail }: TableRowProps<Row>) => {
  const [isOpen, setOpen] = useState(false);
  const detailId = useId();
  return (
    <>
      <tr
        data-dimmed={isDimmed || undefined}
        data-selected={isSelected || undefined}
        data-expandable={detail !== undefined || undefined}
        data-open={isOpen || undefined}
      >
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
        {detail && (
          <td data-kind="actions">
            <button
              type="button"
              className={styles.toggle}
              aria-label={detail.label(row)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown aria-hidden="true" />
            </button>
          </td>
        )}
      </tr>
      {detail && isOpen && (
        <tr id={detailId} data-kind="detail">
          <td colSpan={columns.length + 1}>{detail.content(row)}</td>
        </tr>
      )}
    </>
  );
};

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * `title` names the row. `prose` gets most of the width. `actions` stands at the right without a visible header, and
   * so does `badge` where rows are compact. `number` and `time` are as narrow as their digits.
   */
  kind?: 'number' | 'time' | 'title' | 'prose' | 'text' | 'muted' | 'mono' | 'badge' | 'actions';
}

/** Content that a row can expand below itself. */
export interface RowDetail<Row> {
  header: string;
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
