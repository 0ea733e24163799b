import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import type { Column, RowDetail } from './column.ts';
import styles from './table-row.module.css';

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  isDimmed: boolean;
  isSelected: boolean;
  detail: RowDetail<Row> | undefined;
}

export const TableRow = <Row,>({ row, columns, isDimmed, isSelected, detail }: TableRowProps<Row>) => {
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
