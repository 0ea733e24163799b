import { useQueryClient } from '@tanstack/react-query';
import BookUser from 'lucide-react/icons/book-user';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import * as z from 'zod/mini';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { Consent, Segments, Tags } from '../../components/contacts/contact-sections.tsx';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Unloaded } from '../../components/feedback/unloaded.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { contactsPath, inboxPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { toast, toastProblem } from '../../context/toast.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactPanelTexts } from '../../texts/en/contact-panel.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { en } from '../../texts/en.ts';
import {
  Activity,
  Broadcasts,
  ConsentHistory,
  ContactDetails,
  Conversations,
  Identity,
  MessageLink,
} from './contact-cards.tsx';
import styles from './contacts.module.css';
import { usePersonExport } from './use-person-export.ts';

const texts = contactTexts.one;

const dialogs = () => import('./contact-dialogs.tsx');
const EraseDialog = lazyComponent(dialogs, 'EraseDialog');
const AttributeDialog = lazyComponent(dialogs, 'AttributeDialog');
const MessageDialog = lazyComponent(dialogs, 'MessageDialog');

const search = { dialog: z.optional(z.enum(['erase', 'attribute', 'message'])) };

/** The reads that would show an erased contact again after Back. */
const reads = [
  ...['getContact', 'getContactTimeline', 'listContactConversations'],
  ...['listContactBroadcasts', 'listContactSegments'],
];

export const ContactPage = () => {
  const workspace = useWorkspace();
  const { id = '' } = useParams<{ id: string }>();
  const [erasedId, setErasedId] = useState<string>();
  const isErased = erasedId === id;
  const queries = useQueryClient();
  const forget = () => {
    setErasedId(id);
    for (const read of reads) queries.removeQueries({ queryKey: [read] });
  };
  const query = useLive('getContact', { id }, { everyMs: 60_000, isEnabled: !isErased });
  const timeline = useLive('getContactTimeline', { id }, { everyMs: false, isEnabled: !isErased });
  const conversations = useLive('listContactConversations', { id }, { everyMs: 60_000, isEnabled: !isErased });
  const status = query.error === null ? undefined : toProblem(query.error).status;
  const contact = query.data?.data;
  const isGone = isErased || status === 404 || (status === 400 && !contact);
  // Together, so no card moves another when it arrives.
  const hasParts = !timeline.isPending && !conversations.isPending;
  if (contact && hasParts && !isGone)
    return (
      <LoadedContact
        key={id}
        contact={contact}
        entries={timeline.data?.data ?? []}
        conversations={conversations.data?.data ?? []}
        error={timeline.error ?? conversations.error}
        onErased={forget}
      />
    );
  return (
    <Unloaded
      query={query}
      isGone={isGone}
      title={texts.title}
      parent={{ label: contactTexts.title, href: contactsPath(workspace.id) }}
      icon={BookUser}
      texts={isErased ? { ...texts, goneTitle: texts.erasedTitle, gone: texts.erased } : texts}
    />
  );
};

interface LoadedContactProps {
  contact: Contact;
  entries: Parameters<typeof Activity>[0]['entries'];
  conversations: readonly Conversation[];
  /** The error of the parts beside the contact. */
  error: unknown;
  onErased: () => void;
}

const LoadedContact = ({ contact, entries, conversations, error, onErased }: LoadedContactProps) => {
  const workspace = useWorkspace();
  const [{ dialog }, setSearch] = useSearch(search);
  const [, navigate] = useLocation();
  const mayErase = useMay('admin');
  const canMessage = conversations.length === 0 && contact.phone !== null;
  const person = usePersonExport(contact.id);
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  return (
    <>
      <PageHeader
        title={contactName(contact)}
        parent={{ label: contactTexts.title, href: contactsPath(workspace.id) }}
        context={workspace.name}
        lead={<Identity contact={contact} />}
        actions={
          <>
            <MessageLink contact={contact} conversations={conversations} variant="primary" />
            <MoreMenu
              contact={contact}
              onExport={mayErase && !person.isRunning ? person.start : undefined}
              onErase={mayErase ? () => setSearch({ dialog: 'erase' }) : undefined}
            />
          </>
        }
      />
      {person.error && <Problem error={person.error} />}
      {error !== null && <Problem error={error} title={contactPanelTexts.failed} />}
      <div className={styles.columns}>
        <div className="stack">
          <ContactDetails contact={contact} onAddAttribute={() => setSearch({ dialog: 'attribute' })} />
          <Conversations conversations={conversations} />
          <Broadcasts contactId={contact.id} />
        </div>
        <div className="stack">
          <Card title={contactPanelTexts.tags}>
            <Tags contact={contact} />
          </Card>
          <Card title={texts.consent}>
            <Consent contact={contact} />
            <ConsentHistory entries={entries} />
          </Card>
          <Activity entries={entries} />
          <Card title={contactPanelTexts.segments}>
            <Segments contactId={contact.id} />
          </Card>
        </div>
      </div>
      <Suspense>
        {dialog === 'message' && canMessage && (
          <MessageDialog
            contact={contact}
            onSent={(c) => navigate(inboxPath(workspace.id, { view: 'all', c }))}
            onClose={close}
          />
        )}
        {dialog === 'attribute' && <AttributeDialog contact={contact} onClose={close} />}
        {dialog === 'erase' && mayErase && <EraseDialog contact={contact} onErased={onErased} onClose={close} />}
      </Suspense>
    </>
  );
};

interface MoreMenuProps {
  contact: Contact;
  onExport: (() => void) | undefined;
  onErase: (() => void) | undefined;
}

const MoreMenu = ({ contact, onExport, onErase }: MoreMenuProps) => {
  const copy = () =>
    void navigator.clipboard.writeText(contact.id).then(
      () => toast(en.copy.announcement(contactPanelTexts.contactId)),
      () => toastProblem(en.copy.failed),
    );
  return (
    <MenuButton
      look="small"
      label={texts.more}
      placement="bottom end"
      sections={[
        {
          id: 'actions',
          entries: [
            { id: 'copy', label: texts.copyId, onAction: copy },
            ...(onExport ? [{ id: 'export', label: texts.export, onAction: onExport }] : []),
            ...(onErase ? [{ id: 'erase', label: contactTexts.erase, isDangerous: true, onAction: onErase }] : []),
          ],
        },
      ]}
    >
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
};
