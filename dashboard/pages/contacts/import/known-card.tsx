import { Link } from 'wouter';
import { useNames } from '../../../components/contacts/use-names.ts';
import { Card } from '../../../components/content/card.tsx';
import { type Column, Table } from '../../../components/content/table.tsx';
import { contactsPath } from '../../../context/paths.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { importTexts } from '../../../texts/en/contact-import.ts';
import type { ContactFile, RejectedRow } from './contact-file.ts';
import styles from './import.module.css';
import type { ImportProgress } from './kept-import.ts';

const texts = importTexts.known;

type KnownPerson = NonNullable<ImportProgress['known']>[number];

interface KnownCardProps extends Pick<ContactFile, 'onExisting'> {
  known: readonly KnownPerson[];
  /** The line and the name in it. */
  columns: readonly Column<Pick<RejectedRow, 'line' | 'name'>>[];
}

/** Whom an import would change, by the names under which they are stored. */
export const KnownCard = ({ known, onExisting, columns }: KnownCardProps) => {
  const { id } = useWorkspace();
  const names = useNames({ contacts: known.map(({ contactId }) => contactId) });
  const contact: Column<KnownPerson> = {
    header: texts.contact,
    kind: 'prose',
    cell: ({ contactId }) => (
      <Link href={contactsPath(id, contactId)}>
        <bdi>{names.nameOf(contactId) ?? texts.open}</bdi>
      </Link>
    ),
  };
  return (
    <Card title={texts.title} isFlush>
      <p className={`muted ${styles.file}`}>{texts[onExisting]}</p>
      <Table
        label={texts.title}
        columns={[...columns, contact]}
        rows={known}
        keyOf={({ line }) => String(line)}
        isCompact
      />
    </Card>
  );
};
