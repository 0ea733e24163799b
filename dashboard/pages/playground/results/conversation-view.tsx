import KeyRound from 'lucide-react/icons/key-round';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import type { Customer } from '../customer.ts';
import page from '../playground-page.module.css';
import type { PlaygroundKey } from '../use-playground-key.ts';
import { ScrollingList } from './scrolling-list.tsx';
import { StoredMessage } from './stored-message.tsx';
import { useConversation } from './use-conversation.ts';

const texts = playgroundTexts;

interface ConversationViewProps {
  channel: Channel;
  customer: Customer | undefined;
  playgroundKey: PlaygroundKey;
  mayManage: boolean;
}

/** What the API says about the conversation with the customer on the phone. */
export const ConversationView = ({ channel, customer, playgroundKey, mayManage }: ConversationViewProps) => {
  const query = useConversation(channel, customer, playgroundKey);
  const { held, renew, isPending, error } = playgroundKey;
  const create = mayManage && (
    <Button onPress={() => void renew().catch(() => undefined)} isPending={isPending}>
      {held ? texts.key.renew : texts.key.create}
    </Button>
  );
  if (!held)
    return (
      <>
        <Empty icon={KeyRound} title={texts.results.needsKeyTitle} action={create}>
          {texts.results.needsKey}
        </Empty>
        {error && <Problem error={error} title={texts.key.failed} />}
      </>
    );
  if (query.error) {
    const isKeyGone = toProblem(query.error).status === 401;
    return (
      <div className={page.section}>
        <Problem
          error={query.error}
          title={texts.results.failed}
          {...(isKeyGone ? {} : { onRetry: () => void query.refetch(), isRetrying: query.isFetching })}
        />
        {isKeyGone && <div className={page.row}>{create}</div>}
      </div>
    );
  }
  if (customer && query.data === undefined) return <SkeletonRows rows={2} />;
  if (!query.data) return <p className={page.muted}>{texts.results.none}</p>;
  return (
    <ScrollingList label={texts.results.views.conversation}>
      {query.data.messages.map((message) => (
        <StoredMessage key={message.id} message={message} />
      ))}
    </ScrollingList>
  );
};
