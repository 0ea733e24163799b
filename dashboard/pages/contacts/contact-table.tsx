import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { findAttributeName } from '../../../functions/model/contacts/attributes.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { contactsPath } from '../../context/paths.ts';
import { columnsOf, usePreferences } from '../../context/preferences.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactPanelTexts } from '../../texts/en/contact-panel.ts';
import { contactTexts as texts } from '../../texts/en/contacts.ts';
import { formatPhone, usePhoneFormat } from '../../texts/phone.ts';
import type { Selection } from './bulk-bar.tsx';
import { attributeText } from './contact-values.ts';
import styles from './contacts.module.css';

interface ContactTableProps {
  contacts: readonly Contact[];
  /** Without it, rows cannot be selected. */
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  /** Shows the contact beside the list. Without it, and with a key for a new tab, its page opens. */
  onOpen?: (contact: Contact) => void;
  /** The action at the end of a row. */
  actionOf?: ((contact: Contact) => ReactNode) | undefined;
}

const tagsShown = 2;

/** The whole row is the link to the contact. */
export const ContactTable = ({ contacts, selection = [], onSelect, onOpen, actionOf }: ContactTableProps) => {
  const { id: workspaceId } = useWorkspace();
  const contactColumns = columnsOf(usePreferences(), workspaceId);
  // Names may be numbers, too.
  usePhoneFormat();
  const isSelected = (contact: Contact) => selection === 'all' || selection.some(({ id }) => id === contact.id);
  const toggle = (contact: Contact) => {
    const before = selection === 'all' ? contacts : selection;
    onSelect?.(isSelected(contact) ? before.filter(({ id }) => id !== contact.id) : [...before, contact]);
  };
  const columns: Column<Contact>[] = [
    {
      header: texts.columns.name,
      kind: 'title',
      cell: (contact) => (
        <span className={styles.person}>
          {onSelect && (
            <Checkbox
              aria-label={texts.bulk.select(contactName(contact))}
              isSelected={isSelected(contact)}
              onChange={() => toggle(contact)}
            >
              {null}
            </Checkbox>
          )}
          <Avatar name={contactName(contact)} id={contact.id} kind="person" />
          <span className={styles.who}>
            <span className={styles.person}>
              <Link
                className="clipped row-link"
                href={contactsPath(workspaceId, contact.id)}
                title={contactName(contact)}
                onClick={(event) => {
                  if (!onOpen) return;
                  event.preventDefault();
                  onOpen(contact);
                }}
              >
                {contactName(contact)}
              </Link>
              {contact.opted_out_at && <Badge tone="warn">{texts.optedOut}</Badge>}
            </span>
            {contact.company && <span className="clipped muted">{contact.company}</span>}
          </span>
        </span>
      ),
    },
    ...contactColumns.flatMap((column) => cells[column] ?? attributeColumn(column)),
    ...(actionOf
      ? [
          {
            header: texts.columns.actions,
            kind: 'actions' as const,
            cell: actionOf,
          },
        ]
      : []),
  ];
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={contacts}
      keyOf={({ id }) => id}
      isSelected={isSelected}
      isCompact
    />
  );
};

const cells: Record<string, Column<Contact>> = {
  address: {
    header: texts.columns.address,
    cell: (contact) => <Address {...contact} />,
  },
  email: { header: texts.columns.email, cell: ({ email }) => <bdi>{email}</bdi> },
  channels: {
    header: texts.columns.channels,
    kind: 'muted',
    cell: ({ channels }) => channels.map((channel) => contactPanelTexts.channels[channel]).join(', '),
  },
  tags: { header: texts.columns.tags, cell: (contact) => <TagNames {...contact} /> },
  added: { header: texts.columns.added, kind: 'muted', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
};

/** A narrow row does not repeat what a nameless contact is known by. */
const Address = (contact: Contact) => {
  const { phone, social_username: handle } = contact;
  const shown = phone ? formatPhone(phone) : handle && `@${handle}`;
  if (!shown) return null;
  return (
    <bdi dir={phone ? 'ltr' : 'auto'} className={contactName(contact) === shown ? styles.repeated : undefined}>
      {shown}
    </bdi>
  );
};

const attributeColumn = (column: string): Column<Contact>[] => {
  const name = findAttributeName(column);
  if (name === undefined) return [];
  return [
    {
      header: name,
      cell: ({ attributes }) => {
        const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
        return value !== undefined && <bdi className="clipped muted">{attributeText(value)}</bdi>;
      },
    },
  ];
};

const TagNames = ({ tags }: Contact) =>
  tags.length > 0 && (
    <span className={styles.tags} title={tags.map(({ name }) => name).join(', ')}>
      {tags.slice(0, tagsShown).map(({ id, name }) => (
        <span key={id} className={`clipped ${styles.tag}`}>
          {name}
        </span>
      ))}
      {tags.length > tagsShown && <span className="muted">{texts.moreTags(tags.length - tagsShown)}</span>}
    </span>
  );
