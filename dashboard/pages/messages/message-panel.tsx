import type { ShownMessage } from '../../../functions/model/messages/listed-message.ts';
import content from '../../components/content/content.module.css';
import { CopyButton } from '../../components/content/copy-field.tsx';
import { Detail, Details } from '../../components/content/details.tsx';
import { PageLink } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { broadcastsPath, contactsPath, inboxPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { customerName } from '../../texts/contact-name.ts';
import { messageTexts } from '../../texts/en/messages.ts';
import { exactTime } from '../../texts/time.ts';
import { isFailure, reasonOf } from '../overview/failure-reasons.ts';
import styles from './messages.module.css';

const texts = messageTexts.panel;

interface MessagePanelProps {
  /** Undefined if the list does not have it. */
  message: ShownMessage | undefined;
  senderOf: (message: ShownMessage) => string | undefined;
  onClose: () => void;
}

export const MessagePanel = ({ message, senderOf, onClose }: MessagePanelProps) => {
  const customer = customerName(message?.contact);
  return (
    <Panel label={texts.label(customer)} title={<bdi>{customer}</bdi>} close={texts.close} onClose={onClose}>
      {message ? <Content message={message} sender={senderOf(message)} /> : <Notice tone="warn" title={texts.gone} />}
    </Panel>
  );
};

const Content = ({ message, sender }: { message: ShownMessage; sender: string | undefined }) => {
  const { id } = useWorkspace();
  const { content_text, content_type, template_name, status, error, created_at } = message;
  const ids = [
    [texts.messageId, message.id],
    [texts.conversationId, message.conversation_id],
    [texts.contactId, message.contact_id],
    [texts.broadcastId, message.broadcast_id],
  ] as const;
  return (
    <>
      {isFailure(message) && (
        <Notice tone="warn" title={reasonOf(message)}>
          <p>{message.remedy}</p>
        </Notice>
      )}
      <div className={content.row}>
        <PageLink variant="primary" href={inboxPath(id, { view: 'all', c: message.conversation_id })}>
          {texts.openConversation}
        </PageLink>
        <PageLink href={contactsPath(id, message.contact_id)}>{texts.openContact}</PageLink>
        {message.broadcast_id !== null && (
          <PageLink href={broadcastsPath(id, message.broadcast_id)}>{texts.openBroadcast}</PageLink>
        )}
      </div>
      <p className={styles.text} dir="auto">
        {content_text ?? messageTexts.noText(content_type)}
      </p>
      <Details>
        <Detail name={texts.status}>{messageTexts.statuses[status]}</Detail>
        {isFailure(message) && <Detail name={texts.reason}>{message.reason}</Detail>}
        {error && (
          <Detail name={texts.code} isMonospaced>
            {error.code}
          </Detail>
        )}
        {template_name !== null && (
          <Detail name={texts.template} isMonospaced>
            {template_name}
          </Detail>
        )}
        {sender !== undefined && (
          <Detail name={texts.sender}>
            <bdi>{sender}</bdi>
          </Detail>
        )}
        <Detail name={texts.time}>{exactTime(Date.parse(created_at))}</Detail>
      </Details>
      <details className={content.small}>
        <summary>{texts.ids}</summary>
        <Details>
          {ids.map(
            ([name, value]) =>
              value !== null && (
                <Detail key={name} name={name}>
                  <span className={styles.copied}>
                    <code>{value}</code>
                    <CopyButton label={name} value={value} />
                  </span>
                </Detail>
              ),
          )}
        </Details>
      </details>
    </>
  );
};
