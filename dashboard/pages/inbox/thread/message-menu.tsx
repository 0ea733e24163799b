import Ellipsis from 'lucide-react/icons/ellipsis';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import type { MenuEntry } from '../../../components/overlays/menu.tsx';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { toast, toastProblem } from '../../../context/toast.ts';
import { useMay } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { exactTime } from '../../../texts/time.ts';
import { type Inbox, readInboxNow, useInbox } from '../store/inbox.ts';
import type { MessageEntry, NoteEntry } from '../store/timeline.ts';
import styles from './thread.module.css';

const texts = inboxPartsTexts.message;
const nameMax = 60;

interface MessageMenuProps {
  conversationId: string;
  entry: MessageEntry | NoteEntry;
  onQuote: (entry: MessageEntry) => void;
}

/** Only the message under the pointer or with the focus has one: five hundred menus would be slow. */
export const MessageMenu = ({ conversationId, entry, onQuote }: MessageMenuProps) => {
  const inbox = useInbox();
  const isAdmin = useMay('admin');
  const copy = (text: string, done: string = texts.copied) =>
    void navigator.clipboard.writeText(text).then(
      () => toast(done),
      () => undefined,
    );
  const text = entry.type === 'note' ? entry.text : (entry.template?.body ?? entry.content_text);
  const link = () => {
    const url = new URL(window.location.href);
    url.searchParams.set('m', entry.id);
    return url.href;
  };
  const saveReply = async (body: string) => {
    const input = { name: body.replaceAll(/\s+/g, ' ').slice(0, nameMax), text: body, is_shared: false };
    await call('createSavedReply', { workspace_id: inbox.workspaceId }, input, {
      idempotencyKey: crypto.randomUUID(),
    }).then(
      () => toast(texts.savedReply),
      (error: unknown) => toastProblem(toProblem(error).plainMessage),
    );
  };
  const entries: (MenuEntry | false)[] = [
    entry.type === 'message' && { id: 'reply', label: texts.reply, keys: 'r', onAction: () => onQuote(entry) },
    text !== null && { id: 'copy', label: texts.copyText, onAction: () => copy(text) },
    { id: 'link', label: inboxTexts.thread.copyLink, onAction: () => copy(link(), inboxTexts.done.linkCopied) },
    text !== null &&
      entry.type === 'message' &&
      entry.direction === 'outbound' && { id: 'save', label: texts.saveReply, onAction: () => void saveReply(text) },
    { id: 'id', label: texts.copyId, onAction: () => copy(entry.id) },
    entry.type === 'note' &&
      (entry.author.id === inbox.userId || isAdmin) && {
        id: 'delete',
        label: texts.deleteNote,
        isDangerous: true,
        onAction: () => deleteNote(inbox, conversationId, entry),
      },
  ];
  const facts = entry.type === 'message' && entry.direction === 'outbound' ? factsOf(entry) : [];
  return (
    <span className={styles.menu} data-menu>
      <MenuButton
        label={texts.actions}
        placement="bottom end"
        sections={[
          { id: 'actions', entries: entries.filter((one) => one !== false) },
          ...(facts.length > 0
            ? [
                {
                  id: 'details',
                  title: texts.details,
                  entries: facts.map(([name, value]) => ({
                    id: name,
                    label: `${name}: ${value}`,
                    onAction: () => copy(value),
                  })),
                },
              ]
            : []),
        ]}
      >
        <Ellipsis aria-hidden="true" />
      </MenuButton>
    </span>
  );
};

/** A deleted note cannot be restored, so it is only hidden until the offer to undo is over, or the page is left. */
const deleteNote = (inbox: Inbox, conversationId: string, note: NoteEntry): void => {
  const restore = () => {
    window.removeEventListener('pagehide', run);
    inbox.noteRestored(conversationId, note);
  };
  const run = () => {
    window.removeEventListener('pagehide', run);
    void call('deleteNote', { workspace_id: inbox.workspaceId, id: conversationId, note_id: note.id })
      .catch((error: unknown) => {
        restore();
        toastProblem(toProblem(error).plainMessage);
      })
      .then(readInboxNow);
  };
  inbox.noteHidden(conversationId, note);
  window.addEventListener('pagehide', run);
  toast(texts.noteDeleted, { action: { label: inboxTexts.done.undo, onPress: restore }, onGone: run });
};

/** The times of the receipts and the channel's own ids. Choosing one copies it. */
const factsOf = (entry: MessageEntry): [string, string][] => {
  const time = (at: string | null) => at && exactTime(Date.parse(at));
  const facts: [string, string | null][] = [
    [inboxPartsTexts.details.sent, time(entry.sent_at)],
    [inboxPartsTexts.details.delivered, time(entry.delivered_at)],
    [inboxPartsTexts.details.read, time(entry.read_at)],
    [inboxPartsTexts.details.channelId, entry.msgapp_message_id],
    [inboxPartsTexts.details.code, entry.error ? String(entry.error.code) : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
};
