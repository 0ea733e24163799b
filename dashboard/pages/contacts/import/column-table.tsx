import { contactColumns } from '../../../../functions/model/contacts/file-columns.ts';
import { readFirstRows } from '../../../../functions/model/read-csv.ts';
import { Table } from '../../../components/content/table.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { importTexts } from '../../../texts/en/contact-import.ts';
import { type ContactFile, isAtFault, toAttribute } from './contact-file.ts';
import styles from './import.module.css';

const texts = importTexts.columns;

const samplesMax = 3;

/** Each column with its first values, and the field that it fills. */
export const ColumnTable = ({
  file,
  onChange,
}: {
  file: ContactFile;
  onChange: (columns: ContactFile['columns']) => void;
}) => {
  const samples = readFirstRows(file.text, file.separator, file.firstRow, samplesMax);
  const rows = file.header.map((header, index) => ({
    index,
    name: header || texts.unnamed(index + 1),
    values: samples.map((cells) => cells[index]?.trim() ?? ''),
    attribute: toAttribute(header),
  }));
  return (
    <Table
      label={texts.title}
      columns={[
        { header: texts.name, cell: ({ name }) => name, kind: 'title' },
        {
          header: texts.values,
          cell: ({ values }) => (
            <ul className={`muted ${styles.values}`}>
              {values.map((value, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: values repeat, and never move.
                <li key={position} dir="auto" className="clipped">
                  {value.slice(0, 100) || '–'}
                </li>
              ))}
            </ul>
          ),
        },
        {
          header: texts.field,
          cell: ({ index, name, attribute }) => (
            <Select
              isLabelHidden
              isInvalid={isAtFault(file.columns, index)}
              label={texts.fieldOf(name)}
              value={file.columns[index] ?? ''}
              options={[
                { value: '', label: texts.ignore },
                ...contactColumns.map((value) => ({ value, label: texts.fields[value] })),
                ...(attribute
                  ? [{ value: attribute, label: texts.attribute(attribute.slice('attributes.'.length)) }]
                  : []),
              ]}
              onChange={(value) => {
                const chosen = [...contactColumns, attribute].find((column) => column === value);
                onChange(file.columns.map((column, other) => (other === index ? chosen : column)));
              }}
            />
          ),
        },
      ]}
      rows={rows}
      keyOf={({ index }) => String(index)}
    />
  );
};
