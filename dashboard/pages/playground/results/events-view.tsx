import Webhook from 'lucide-react/icons/webhook';
import type { ReceivedEvent } from '../../../../functions/model/playground/playground.ts';
import { CodeBlock } from '../../../components/content/code-block.tsx';
import { JsonView } from '../../../components/content/json-view.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Empty } from '../../../components/feedback/empty.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { clockTime, exactTime } from '../../../texts/time.ts';
import { parseObject } from '../parse-object.ts';
import styles from './results.module.css';
import { ScrollingList } from './scrolling-list.tsx';

const texts = playgroundTexts.results;

interface EventsViewProps {
  events: readonly ReceivedEvent[];
  /** Missing for members who may only look. */
  onWebhookExample: (() => void) | undefined;
}

/** The events at the built-in receiver, newest first. */
export const EventsView = ({ events, onWebhookExample }: EventsViewProps) => {
  if (events.length === 0)
    return (
      <Empty
        icon={Webhook}
        title={texts.noEventsTitle}
        action={onWebhookExample && <Button onPress={onWebhookExample}>{texts.createWebhook}</Button>}
      >
        {texts.noEvents}
      </Empty>
    );
  return (
    <ScrollingList label={texts.views.events}>
      {events.map((event) => (
        <li key={`${event.id} ${event.received_at}`}>
          <details className={styles.event}>
            <summary className={styles.row}>
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
  return value ? <JsonView label={texts.payload} value={value} /> : <CodeBlock label={texts.payload} code={body} />;
};
