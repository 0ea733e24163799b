import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { Drawer } from '../../../components/overlays/dialog.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { ContactPanel } from './contact-panel.tsx';

/** For windows where the contact does not fit beside the conversation. */
export const ContactDrawer = ({ conversation, onClose }: { conversation: InboxConversation; onClose: () => void }) => (
  <Drawer title={inboxTexts.head.panel} onClose={onClose}>
    <ContactPanel conversation={conversation} />
  </Drawer>
);
