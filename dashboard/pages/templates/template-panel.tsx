import { renderTemplate } from '../../../functions/model/templates/contents.ts';
import type { ShownTemplate } from '../../../functions/model/templates/listed-template.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { PageLink } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { Panel } from '../../components/panel.tsx';
import { TemplateBubble } from '../../components/templates/template-bubble.tsx';
import { newBroadcastPath } from '../../context/paths.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import { languageName } from '../../texts/language.ts';
import styles from './template-panel.module.css';
import { categoryWords, qualityWords, reasonWords, statusTone, statusWords, toPreview } from './template-texts.ts';

const texts = templateTexts.panel;

interface TemplatePanelProps {
  name: string;
  language: string;
  onClose: () => void;
}

export const TemplatePanel = ({ name, language, onClose }: TemplatePanelProps) => {
  const query = useLive('getTemplate', { name, language }, { everyMs: false });
  const isGone = query.error !== null && toProblem(query.error).status === 404;
  return (
    <Panel
      label={templateTexts.preview(name, language)}
      title={<span className={styles.title}>{name}</span>}
      close={texts.close}
      onClose={onClose}
    >
      {query.data && !isGone && <Shown template={query.data.data} />}
      {isGone && <Notice tone="warn" title={texts.gone} />}
      {query.error && !isGone && (
        <Problem
          error={query.error}
          title={texts.loadFailed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!query.data && !query.error && <SkeletonRows rows={3} />}
    </Panel>
  );
};

const Shown = ({ template }: { template: ShownTemplate }) => {
  const { language, category, status, quality, contents, synced_at } = template;
  const { id } = useWorkspace();
  const maySend = useMay('admin');
  const reason = reasonWords(template);
  return (
    <>
      <p className={styles.facts}>
        <Badge tone={statusTone(status)}>{statusWords(status)}</Badge>
        <span>
          {languageName(language)} <code>{language}</code>
        </span>
        <span>{categoryWords(category)}</span>
        {quality && <span>{texts.quality(qualityWords(quality))}</span>}
      </p>
      {reason && (
        <Notice tone={statusTone(status) === 'bad' ? 'bad' : 'warn'}>
          <p>{reason}</p>
        </Notice>
      )}
      <TemplateBubble template={renderTemplate(contents)} />
      {maySend && !reason && statusTone(status) === 'ok' && (
        <PageLink variant="primary" href={newBroadcastPath(id, { template: toPreview(template) })}>
          {texts.broadcast}
        </PageLink>
      )}
      <p className={styles.note}>
        {JSON.stringify(contents).includes('{{') && <span>{texts.placeholders} </span>}
        {texts.synced} <RelativeTime at={synced_at} />.
      </p>
    </>
  );
};
