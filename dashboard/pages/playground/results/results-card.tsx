import type { Channel } from '../../../../functions/model/channels/channel.ts';
import type { ReceivedEvent } from '../../../../functions/model/playground/playground.ts';
import { Card } from '../../../components/content/card.tsx';
import { Tabs } from '../../../components/content/tabs.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import type { Customer } from '../customer.ts';
import type { PlaygroundKey } from '../use-playground-key.ts';
import { ConversationView } from './conversation-view.tsx';
import { EventsView } from './events-view.tsx';

const texts = playgroundTexts.results;
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
  <Card title={texts.title}>
    <Tabs
      label={texts.title}
      tabs={views.map((value) => ({ value, label: texts.views[value] }))}
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
