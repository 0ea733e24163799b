import { memo, Suspense } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import styles from './contact-panel.module.css';

const panel = () => import('./contact-panel.tsx');
const ContactPanel = lazyComponent(panel, 'ContactPanel');
const ContactOverlay = lazyComponent(panel, 'ContactOverlay');

interface ContactSideProps {
  conversation: InboxConversation;
  isBeside: boolean;
  isDrawerOpen: boolean;
  onClose: () => void;
}

/** The contact beside the conversation, or over it in a narrow window. */
export const ContactSide = memo(({ conversation, isBeside, isDrawerOpen, onClose }: ContactSideProps) => (
  <>
    {isBeside && (
      <aside className={styles.side} aria-label={inboxTexts.contact} data-pane>
        <Suspense>
          <ContactPanel key={conversation.id} conversation={conversation} />
        </Suspense>
      </aside>
    )}
    {isDrawerOpen && (
      <Suspense>
        <ContactOverlay conversation={conversation} onClose={onClose} />
      </Suspense>
    )}
  </>
));
