import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { useLive } from '../../api/queries.ts';
import { Consent, Tags } from '../../components/contacts/contact-sections.tsx';
import { Card } from '../../components/content/card.tsx';
import { PageLink } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Drawer } from '../../components/overlays/dialog.tsx';
import { contactsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactPanelTexts } from '../../texts/en/contact-panel.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { ContactDetails, Conversations, Identity, MessageLink } from './contact-cards.tsx';
import styles from './contacts.module.css';

const texts = contactTexts.one;

interface ContactDrawerProps {
  id: string;
  /** The contact in the list, shown until it is read itself. */
  listed: Contact | undefined;
  onClose: () => void;
}

/** Shows what is asked for most about a contact, beside the list. The rest is on the page. */
export const ContactDrawer = ({ id, listed, onClose }: ContactDrawerProps) => {
  const { id: workspaceId } = useWorkspace();
  const query = useLive('getContact', { id }, { everyMs: false, isAside: true });
  const conversations = useLive('listContactConversations', { id }, { everyMs: false, isAside: true }).data?.data;
  const contact = query.data?.data ?? listed;
  return (
    <Drawer title={contact ? contactName(contact) : texts.title} onClose={onClose}>
      {query.error && <Problem error={query.error} title={texts.loadFailed} />}
      {contact && (
        <>
          <p>
            <Identity contact={contact} />
          </p>
          <p className={styles.tags}>
            {conversations && <MessageLink contact={contact} conversations={conversations} />}
            <PageLink href={contactsPath(workspaceId, id)}>{texts.openPage}</PageLink>
          </p>
          <ContactDetails contact={contact} />
          <Card title={contactPanelTexts.tags}>
            <Tags contact={contact} />
          </Card>
          <Card title={texts.consent}>
            <Consent contact={contact} />
          </Card>
          {conversations && <Conversations conversations={conversations} />}
        </>
      )}
    </Drawer>
  );
};
