import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../../functions/model/contacts/contact.ts';
import type { Conversation } from '../../../../functions/model/conversations/conversation.ts';
import { useLive } from '../../../api/queries.ts';
import { useTeams } from '../../../api/teams.ts';
import { useVisit } from '../../../api/visit.ts';
import { Consent, ReceivedBroadcasts, Segments, Tags } from '../../../components/contacts/contact-sections.tsx';
import shared from '../../../components/contacts/contacts.module.css';
import { EditableFact, Fact } from '../../../components/contacts/editable-fact.tsx';
import { Avatar } from '../../../components/content/avatar.tsx';
import { CopyButton } from '../../../components/content/copy-field.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { Drawer } from '../../../components/overlays/dialog.tsx';
import { contactsPath, inboxPath } from '../../../context/paths.ts';
import { setPreferences, usePreferences } from '../../../context/preferences.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { contactName } from '../../../texts/contact-name.ts';
import { contactPanelTexts as texts } from '../../../texts/en/contact-panel.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { visitTexts } from '../../../texts/en/visit.ts';
import { dayOf } from '../../../texts/time.ts';
import styles from './contact-panel.module.css';
import { VisitFacts } from './visit-section.tsx';

/** Shows what the conversation knows about the contact at once, and the rest when it is loaded. */
export const ContactPanel = ({ conversation }: { conversation: Conversation }) => {
  const { id: workspaceId } = useWorkspace();
  const query = useLive('getContact', { id: conversation.contact_id }, { everyMs: 60_000 });
  const known = query.data?.data;
  const team = useTeams(conversation.team_id !== null).find(({ id }) => id === conversation.team_id);
  const contact: Contact = known ?? { ...unknown, ...conversation.contact };
  return (
    <div className={styles.panel}>
      <header className={styles.identity}>
        <Avatar name={contactName(contact)} id={contact.id} kind="person" size={40} />
        <div className={styles.who}>
          <EditableFact contact={contact} field="name" shown={contactName(contact)} isTitle />
          {known && <p className="muted">{texts.since(dayOf(Date.parse(known.created_at)))}</p>}
          <Link href={contactsPath(workspaceId, conversation.contact_id)}>{inboxTexts.head.openContact}</Link>
        </div>
      </header>
      {query.error !== null && !known && (
        <Problem error={query.error} title={texts.failed} onRetry={() => void query.refetch()} />
      )}
      <dl className={shared.facts}>
        {team && <Fact label={inboxTexts.head.team} value={team.name} />}
        {contact.phone && <Fact label={texts.fields.phone} value={contact.phone} isPhone />}
        {contact.social_username && <Fact label={texts.fields.handle} value={`@${contact.social_username}`} />}
        <EditableFact contact={contact} field="email" shown={contact.email} />
        <EditableFact contact={contact} field="company" shown={contact.company} />
      </dl>
      {conversation.channel === 'web' && <Visit conversationId={conversation.id} />}
      {Object.keys(contact.attributes).length > 0 && (
        <PanelSection id="attributes" title={texts.attributes} count={Object.keys(contact.attributes).length}>
          <dl className={shared.facts}>
            {Object.entries(contact.attributes).map(([name, value]) => (
              <Fact key={name} label={name} value={String(value)} />
            ))}
          </dl>
        </PanelSection>
      )}
      <PanelSection id="tags" title={texts.tags} count={contact.tags.length}>
        <Tags contact={contact} />
      </PanelSection>
      <PanelSection id="broadcasts" title={texts.broadcasts}>
        <Consent contact={contact} />
      </PanelSection>
      <PanelSection id="received" title={texts.lastBroadcasts}>
        <ReceivedBroadcasts contactId={contact.id} max={5} />
      </PanelSection>
      <OtherConversations conversation={conversation} />
      <PanelSection id="segments" title={texts.segments}>
        <Segments contactId={contact.id} />
      </PanelSection>
      <PanelSection id="facts" title={texts.facts}>
        <dl className={shared.facts}>
          <Fact label={texts.began} value={dayOf(Date.parse(conversation.created_at))} />
        </dl>
        <div className={styles.ids}>
          <CopyButton label={texts.contactId} action={texts.contactId} value={contact.id} />
          <CopyButton label={texts.conversationId} action={texts.conversationId} value={conversation.id} />
        </div>
      </PanelSection>
    </div>
  );
};

/** Shows the contact in windows where it does not fit beside the conversation. */
export const ContactOverlay = ({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) => (
  <Drawer title={inboxTexts.head.panel} onClose={onClose}>
    <ContactPanel conversation={conversation} />
  </Drawer>
);

/** The conversation has no copy of these. */
const unknown = { channels: [], avatar_url: null, created_at: '', updated_at: '', external_id: null, attributes: {} };

const Visit = ({ conversationId }: { conversationId: string }) => {
  const visit = useVisit(conversationId);
  return (
    visit && (
      <PanelSection id="visit" title={visitTexts.title}>
        <VisitFacts visit={visit} />
      </PanelSection>
    )
  );
};

const OtherConversations = ({ conversation }: { conversation: Conversation }) => {
  const { id: workspaceId } = useWorkspace();
  const query = useLive('listContactConversations', { id: conversation.contact_id }, { everyMs: false });
  const others = query.data?.data.filter(({ id }) => id !== conversation.id);
  // Most customers have none.
  if (others?.length === 0 || query.isPending) return null;
  return (
    <PanelSection id="conversations" title={texts.conversations} count={others?.length} query={query}>
      {others?.map(({ id, channel, status, last_message_at: at }) => (
        <Link key={id} href={inboxPath(workspaceId, { view: 'all', c: id })} className={`bare ${shared.row}`}>
          <span>{texts.channels[channel]}</span>
          <span className="muted">{[texts.statuses[status], ...(at ? [dayOf(Date.parse(at))] : [])].join(', ')}</span>
        </Link>
      ))}
    </PanelSection>
  );
};

interface PanelSectionProps {
  /** The browser remembers folded sections by this. */
  id: string;
  title: string;
  /** How much is in it, shown while it is folded. */
  count?: number | undefined;
  query?: { error: unknown; refetch: () => Promise<unknown> };
  /** The content is mounted only while unfolded, so its reads wait until then. */
  children: ReactNode;
}

const PanelSection = ({ id, title, count, query, children }: PanelSectionProps) => {
  const { folded } = usePreferences();
  const bodyId = useId();
  const isOpen = !folded.includes(id);
  const toggle = () =>
    setPreferences({ folded: isOpen ? [...folded, id] : folded.filter((section) => section !== id) });
  return (
    <section aria-label={title} className={styles.section}>
      <h3>
        <button
          type="button"
          className={`bare ${styles.fold}`}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={toggle}
        >
          {isOpen || count === undefined ? title : `${title} · ${count}`}
          <ChevronDown aria-hidden="true" size={14} />
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && query && query.error !== null && (
          <Problem error={query.error} title={texts.failed} onRetry={() => void query.refetch()} />
        )}
        {isOpen && children}
      </div>
    </section>
  );
};
