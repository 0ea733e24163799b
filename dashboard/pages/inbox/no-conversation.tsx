import InboxIcon from 'lucide-react/icons/inbox';
import { Link } from 'wouter';
import { Empty } from '../../components/feedback/empty.tsx';
import { inboxTexts } from '../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../texts/en/inbox-parts.ts';
import styles from './conversation/conversation.module.css';

const texts = inboxPartsTexts.missing;

/** Shown when no conversation is open, or when the open one was erased. */
interface NoConversationProps {
  missing: 'gone' | 'erased' | undefined;
  /** The list has nothing to choose from. */
  isListEmpty: boolean;
  backHref: string;
}

export const NoConversation = ({ missing, isListEmpty, backHref }: NoConversationProps) => (
  <section className={styles.pane} data-pane data-empty aria-label={texts.none} tabIndex={-1}>
    {(missing || !isListEmpty) && (
      <Empty icon={InboxIcon} title={texts[missing ?? 'none']}>
        {texts[`${missing ?? 'none'}Text`]}
      </Empty>
    )}
    {missing && <Link href={backHref}>{inboxTexts.thread.back}</Link>}
  </section>
);
