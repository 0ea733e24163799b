import MessageSquare from 'lucide-react/icons/message-square';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { findKeyConflict } from '../../../functions/model/contacts/key-conflicts.ts';
import type { ContactEntry } from '../../../functions/model/contacts/timeline.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import { ReceivedBroadcasts } from '../../components/contacts/contact-sections.tsx';
import shared from '../../components/contacts/contacts.module.css';
import { EditableFact, EditableValue, Fact } from '../../components/contacts/editable-fact.tsx';
import { Avatar } from '../../components/content/avatar.tsx';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { contactsPath, inboxPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactPanelTexts as panel } from '../../texts/en/contact-panel.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { formatPhone, usePhoneFormat } from '../../texts/phone.ts';
import { dayOf } from '../../texts/time.ts';
import { attributeText, kindOf, parseAttribute } from './contact-values.ts';
import styles from './contacts.module.css';

const texts = contactTexts.one;
const attributeCharactersMax = 255;
const externalIdCharactersMax = 255;

interface MessageLinkProps {
  contact: Contact;
  conversations: readonly Conversation[];
  variant?: 'primary';
}

/** Leads to the conversation with the newest message. Without one, only a template may be sent. */
export const MessageLink = ({ contact: { id, phone }, conversations, variant }: MessageLinkProps) => {
  const { id: workspaceId } = useWorkspace();
  const newest = conversations.toSorted((one, other) =>
    (other.last_message_at ?? '').localeCompare(one.last_message_at ?? ''),
  )[0];
  if (!newest && phone === null) return null;
  return (
    <PageLink
      {...(variant && { variant })}
      href={
        newest
          ? inboxPath(workspaceId, { view: 'all', c: newest.id })
          : contactsPath(workspaceId, `${id}?dialog=message`)
      }
    >
      <MessageSquare aria-hidden="true" />
      {texts.message}
    </PageLink>
  );
};

interface DetailsProps {
  contact: Contact;
  onAddAttribute?: () => void;
}

/** Who it is, and where one reaches them. */
export const Identity = ({ contact }: { contact: Contact }) => {
  const { phone, social_username: handle, channels, created_at } = contact;
  const address = phone ? formatPhone(phone) : handle && `@${handle}`;
  usePhoneFormat();
  return (
    <span className={styles.identity}>
      <Avatar name={contactName(contact)} id={contact.id} kind="person" size={40} />
      <span className="muted">
        {channels.map((one) => `${panel.channels[one]} · `)}
        {address && (
          <>
            <bdi dir={phone ? 'ltr' : 'auto'}>{address}</bdi> ·{' '}
          </>
        )}
        {panel.since(dayOf(Date.parse(created_at)))}
      </span>
    </span>
  );
};

export const ContactDetails = ({ contact, onAddAttribute }: DetailsProps) => (
  <Card
    title={texts.details}
    actions={
      onAddAttribute && (
        <Button size="small" onPress={onAddAttribute}>
          <Plus aria-hidden="true" />
          {texts.addAttribute}
        </Button>
      )
    }
  >
    <dl className={shared.facts}>
      <EditableFact contact={contact} field="name" shown={contact.name} />
      {contact.phone && <Fact label={panel.fields.phone} value={contact.phone} isPhone />}
      {contact.social_username && <Fact label={panel.fields.handle} value={`@${contact.social_username}`} />}
      <EditableFact contact={contact} field="email" shown={contact.email} />
      <EditableFact contact={contact} field="company" shown={contact.company} />
      <EditableValue
        contactId={contact.id}
        label={texts.externalId}
        value={contact.external_id ?? ''}
        shown={contact.external_id}
        charactersMax={externalIdCharactersMax}
        toChanges={(typed) => ({ external_id: typed || null })}
        wordsOf={(refusal) => (findKeyConflict(refusal) === 'taken_id' ? texts.externalIdTaken : refusal)}
      />
      {Object.entries(contact.attributes).map(([name, value]) => {
        const kind = kindOf(value);
        return (
          <EditableValue
            key={name}
            contactId={contact.id}
            label={name}
            value={attributeText(value)}
            shown={attributeText(value)}
            charactersMax={attributeCharactersMax}
            toChanges={(typed) => ({ attributes: { [name]: parseAttribute(kind, typed) ?? null } })}
            faultOf={(typed) =>
              typed === '' || parseAttribute(kind, typed) !== undefined
                ? undefined
                : contactTexts.attribute.valueFault[kind]
            }
          />
        );
      })}
    </dl>
  </Card>
);

export const Conversations = ({ conversations }: { conversations: readonly Conversation[] }) => {
  const { id: workspaceId } = useWorkspace();
  return (
    <Card title={texts.conversations}>
      {conversations.length === 0 && <p className="muted">{texts.noConversations}</p>}
      <ul>
        {conversations.map(({ id, channel, status, last_message_text: text, last_message_at: at }) => (
          <li key={id} className={shared.row}>
            <span className={shared.rowText}>
              <Link href={inboxPath(workspaceId, { view: 'all', c: id })}>{panel.channels[channel]}</Link>
              <span className="clipped muted">{text ?? texts.noMessages}</span>
            </span>
            <span className={shared.aside}>
              <Badge tone={status === 'open' ? 'ok' : 'off'}>{panel.statuses[status]}</Badge>
              {at && <RelativeTime at={at} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

export const Broadcasts = ({ contactId }: { contactId: string }) => (
  <Card title={texts.broadcasts}>
    <ReceivedBroadcasts contactId={contactId} />
  </Card>
);

interface EntriesProps {
  entries: readonly ContactEntry[];
}

export const ConsentHistory = ({ entries }: EntriesProps) => {
  const choices = entries.filter(({ kind }) => kind === 'opted_out' || kind === 'opted_in');
  return (
    <>
      <h3 className={styles.history}>{texts.history}</h3>
      {choices.length === 0 ? <p className="muted">{texts.noHistory}</p> : <EntryRows entries={choices} />}
    </>
  );
};

export const Activity = ({ entries }: EntriesProps) => (
  <Card title={texts.activity}>
    <EntryRows entries={entries} />
  </Card>
);

const EntryRows = ({ entries }: EntriesProps) => (
  <ul>
    {entries.map(({ at, kind, channel, by }) => (
      <li key={`${kind} ${channel} ${at}`} className={shared.row}>
        <span className={shared.rowText}>
          {texts.entries[kind](channel ? panel.channels[channel] : '')}
          <span className="muted">
            {by && `${wordsOf(by)} · `}
            <RelativeTime at={at} />
          </span>
        </span>
      </li>
    ))}
  </ul>
);

const wordsOf = ({ kind, name }: NonNullable<ContactEntry['by']>): string =>
  kind === 'member' ? texts.by.member(name ?? '') : texts.by[kind];
