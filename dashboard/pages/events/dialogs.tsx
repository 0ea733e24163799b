import type { Feed } from '../../../functions/model/feeds/feed.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { eventTexts } from '../../texts/en/events.ts';

const texts = eventTexts.feeds.delete;

export const DeleteFeedDialog = ({ feed: { id }, onClose }: { feed: Feed; onClose: () => void }) => {
  const remove = useOperation('deleteFeed', ['listFeeds'], { done: texts.done, onDone: onClose });
  return (
    <Confirm
      title={texts.title}
      action={texts.action}
      operation={remove}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {texts.lead(id)}
    </Confirm>
  );
};
