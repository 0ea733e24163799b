import Webhook from 'lucide-react/icons/webhook';
import { Link, useParams } from 'wouter';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { webhooksPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { OneWebhook } from './one-webhook.tsx';

const texts = en.webhooks.one;

export const WebhookPage = () => {
  const workspace = useWorkspace();
  const { id = '' } = useParams<{ id: string }>();
  const query = useLive('getWebhook', { workspace_id: workspace.id, id }, { everyMs: 10_000 });
  const webhook = query.data?.data;
  const status = query.error === null ? undefined : toProblem(query.error).status;
  const isGone = status === 404 || (status === 400 && !webhook);
  if (webhook && !isGone) return <OneWebhook key={id} webhook={webhook} />;
  const parent = { label: en.webhooks.title, href: webhooksPath(workspace.id) };
  return (
    <>
      {isGone ? (
        <PageHeader title={texts.notFoundTitle} parent={parent} context={workspace.name} />
      ) : (
        <h1 className="visually-hidden">{texts.title}</h1>
      )}
      <Card isFlush>
        {isGone ? (
          <Empty icon={Webhook} title={texts.goneTitle} action={<Link href={parent.href}>{texts.back}</Link>}>
            {texts.notFound}
          </Empty>
        ) : (
          <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
            {null}
          </Listing>
        )}
      </Card>
    </>
  );
};
