import KeyRound from 'lucide-react/icons/key-round';
import Webhook from 'lucide-react/icons/webhook';
import type { ReactNode } from 'react';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { Message, MessageStatus } from '../../../functions/model/messages/message.ts';
import type { ReceivedEvent } from '../../../functions/model/playground/playground.ts';
import { toProblem } from '../../api/problem.ts';
import { Card } from '../../components/content/card.tsx';
import { CodeBlock } from '../../components/content/code-block.tsx';
import content from '../../components/content/content.module.css';
import { JsonView } from '../../components/content/json-view.tsx';
import { Tabs } from '../../components/content/tabs.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { clockTime, exactTime } from '../../texts/time.ts';
import type { Customer } from './customer.ts';
import { parseObject } from './example-requests.ts';
import styles from './playground.module.css';
import { useConversation } from './use-conversation.ts';
import type { PlaygroundKey } from './use-playground-key.ts';

const texts = playgroundTexts;

const views = ['conversation', 'events'] as const;

interface ResultsCardProps {
  view: (typeof views)[number];
  onView: (view: (typeof views)[number]) => void;
  channel: Channel;
  customer: Customer | undefined;
  events: readonly ReceivedEvent[];
  playgroundKey: PlaygroundKey;
  mayManage: boolean;
  onWebhookExample: () => void;
}

export const ResultsCard = ({ view, onView, channel, customer, playgroundKey, ...props }: ResultsCardProps) => (
  <Card title={texts.results.title}>
    <Tabs
      label={texts.results.title}
      tabs={views.map((value) => ({ value, label: texts.results.views[value] }))}
      value={view}
      onChange={onView}
    >
      {view === 'events' ? (
        <EventsView events={props.events} onWebhookExample={props.mayManage ? props.onWebhookExample : undefined} />
      ) : (
        <ConversationView
          channel={channel}
          customer={customer}
          playgroundKey={playgroundKey}
          mayManage={props.mayManage}
        />
      )}
    </Tabs>
  </Card>
);

interface ConversationViewProps {
  channel: Channel;
  customer: Customer | undefined;
  playgroundKey: PlaygroundKey;
  mayManage: boolean;
}

/** Shows what the API returns for the conversation with the customer on the phone. */
const ConversationView = ({ channel, customer, playgroundKey, mayManage }: ConversationViewProps) => {
  const query = useConversation(channel, customer, playgroundKey);
  const { held, renew, isPending } = playgroundKey;
  if (!held)
    return (
      <Empty icon={KeyRound} title={texts.results.needsKeyTitle}>
        {mayManage ? texts.results.needsKey : texts.results.askAdmin}
      </Empty>
    );
  if (query.error) {
    const isKeyGone = toProblem(query.error).status === 401;
    return (
      <div className={content.section}>
        <Problem
          error={query.error}
          title={texts.results.failed}
          {...(isKeyGone ? {} : { onRetry: () => void query.refetch(), isRetrying: query.isFetching })}
        />
        {isKeyGone && (
          <div className={content.row}>
            <Button onPress={() => void renew().catch(() => undefined)} isPending={isPending}>
              {texts.key.renew}
            </Button>
          </div>
        )}
      </div>
    );
  }
  if (customer && query.data === undefined) return <SkeletonRows rows={2} />;
  if (!query.data) return <p className={styles.muted}>{texts.results.none}</p>;
  return (
    <ScrollingList label={texts.results.views.conversation}>
      {query.data.messages.map((message) => (
        <StoredMessage key={message.id} message={message} />
      ))}
    </ScrollingList>
  );
};

const { types } = playgroundTexts;

const tones: Record<MessageStatus, Tone> = { sending: 'warn', sent: 'off', delivered: 'ok', read: 'ok', failed: 'bad' };

const StoredMessage = ({ message }: { message: Message }) => {
  const { direction, content_type, content_text, status, created_at, error } = message;
  const atMs = Date.parse(created_at);
  return (
    <li className={styles.resultRow}>
      <time className={styles.time} dateTime={created_at} title={exactTime(atMs)}>
        {clockTime(atMs)}
      </time>
      <span className={styles.direction}>{texts.results.directions[direction]}</span>
      <span dir="auto" className={styles.text}>
        {content_text ?? texts.results.noText(types[content_type] ?? content_type)}
        {error && <span className={styles.error}>{error.message}</span>}
      </span>
      {direction === 'outbound' && <Badge tone={tones[status]}>{texts.results.statuses[status]}</Badge>}
    </li>
  );
};

interface EventsViewProps {
  events: readonly ReceivedEvent[];
  /** Missing for members who may only view. */
  onWebhookExample: (() => void) | undefined;
}

/** Lists the events at the built-in receiver, newest first. */
const EventsView = ({ events, onWebhookExample }: EventsViewProps) => {
  if (events.length === 0)
    return (
      <Empty
        icon={Webhook}
        title={texts.results.noEventsTitle}
        action={onWebhookExample && <Button onPress={onWebhookExample}>{texts.results.createWebhook}</Button>}
      >
        {texts.results.noEvents}
      </Empty>
    );
  return (
    <ScrollingList label={texts.results.views.events}>
      {events.map((event) => (
        <li key={`${event.id} ${event.received_at}`}>
          <details className={styles.event}>
            <summary className={styles.resultRow}>
              <time
                className={styles.time}
                dateTime={event.received_at}
                title={exactTime(Date.parse(event.received_at))}
              >
                {clockTime(Date.parse(event.received_at))}
              </time>
              <code className={styles.text}>{event.event}</code>
            </summary>
            <Payload body={event.body} />
          </details>
        </li>
      ))}
    </ScrollingList>
  );
};

const Payload = ({ body }: { body: string }) => {
  const value = parseObject(body);
  return value ? (
    <JsonView label={texts.results.payload} value={value} />
  ) : (
    <CodeBlock label={texts.results.payload} code={body} isScrollable />
  );
};

/** The newest item comes first, so that it shows without scrolling. */
const ScrollingList = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
  <section tabIndex={0} aria-label={label} className={styles.scroll}>
    <ol className={styles.list}>{children}</ol>
  </section>
);
