import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'wouter';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import styles from './overview.module.css';
import type { Progress } from './progress.ts';

const texts = overviewTexts.steps;

interface Step {
  name: 'channel' | 'invite' | 'answer' | 'key' | 'message' | 'webhook';
  isDone: boolean;
  /** Undefined for members who may only view. */
  href: string | undefined;
}

/** Lists what a new workspace needs: first for the people who answer, then, for those who may, for its servers. */
export const StepsCard = ({ progress }: { progress: Progress }) => {
  const { id } = useWorkspace();
  const mayManage = useMay('admin');
  const keys = useLive('listApiKeys', {}, { input: { limit: '1' } });
  const members = useLive('listMembers', {}, { isAside: true });
  const pathTo = (path: string) => (mayManage ? `/w/${id}/${path}` : undefined);
  const developerSteps: Step[] = [
    {
      name: 'key',
      isDone: progress.hasSent || (keys.data?.data.length ?? 0) > 0,
      href: pathTo('settings/api-keys?dialog=create'),
    },
    { name: 'message', isDone: progress.hasSent, href: '/reference' },
    { name: 'webhook', isDone: progress.hasWebhook, href: pathTo('webhooks') },
  ];
  const steps: Step[] = [
    { name: 'channel', isDone: progress.hasChannel, href: pathTo('settings/channels') },
    { name: 'invite', isDone: (members.data?.data.length ?? 0) > 1, href: pathTo('settings/members?dialog=invite') },
    { name: 'answer', isDone: progress.hasSent, href: `/w/${id}/inbox?view=all` },
    ...(mayManage ? developerSteps : []),
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={texts.title}
      actions={keys.data && <span className={styles.progress}>{texts.progress(done, steps.length)}</span>}
      isFlush
    >
      <Listing query={keys} failed={texts.loadFailed} isEmpty={false} empty={null}>
        <ol>
          {steps.map((step, index) => (
            <StepItem key={step.name} step={step} number={index + 1} />
          ))}
        </ol>
      </Listing>
    </Card>
  );
};

const StepItem = ({ step: { name, isDone, href }, number }: { step: Step; number: number }) => {
  const { title, text, action } = texts[name];
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      {isDone ? (
        <CircleCheck className={styles.tick} aria-hidden="true" />
      ) : (
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      )}
      <div className={styles.stepBody}>
        <div className={styles.words}>
          <h3>
            {title}
            <span className="visually-hidden">, {isDone ? texts.done : texts.open}</span>
          </h3>
          <p className="muted">{text}</p>
        </div>
        {!isDone && href && <StepLink href={href}>{action}</StepLink>}
      </div>
    </li>
  );
};

/** The reference is a separate document outside the application. */
const StepLink = ({ href, children }: { href: string; children: string }) =>
  href === '/reference' ? (
    <a href={href} className={styles.stepAction}>
      {children}
    </a>
  ) : (
    <Link href={href} className={styles.stepAction}>
      {children}
    </Link>
  );
