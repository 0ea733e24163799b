import MessageSquareText from 'lucide-react/icons/message-square-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { type ListedTemplate, templateFilterMax } from '../../../functions/model/templates/listed-template.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { formatSearch, useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import { TemplateFilterFields, TemplateTable } from './template-list.tsx';
import { TemplatePanel } from './template-panel.tsx';
import { parsePreview, toPreview } from './template-texts.ts';
import styles from './templates.module.css';

const search = {
  status: z.optional(z.string().check(z.minLength(1), z.maxLength(templateFilterMax.status))),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(templateFilterMax.q))),
  /** The template in the panel, as `<name>.<language>`. */
  preview: z.optional(z.string().check(z.regex(/^\w{1,512}\.[\w-]{1,35}$/))),
};
const texts = templateTexts;

export const TemplatesPage = () => {
  const workspace = useWorkspace();
  const maySync = useMay('admin');
  const [path] = useLocation();
  const [values, setSearch] = useSearch(search);
  const { status, q, preview } = values;
  const filter = { ...(status ? { status } : {}), ...(q ? { q } : {}) };
  const pages = useLivePages('listTemplates', {}, { filter, everyMs: false });
  const sync = useOperation('syncTemplates', ['listTemplates', 'getTemplate'], {
    done: ({ data: { added, changed, removed } }) => texts.sync.done(added, changed, removed),
  });
  const channels = useLive('listChannels', {}, { everyMs: false, isAside: true }).data?.data;
  const isUnconnected = channels?.some(({ channel, state }) => channel === 'msgapp' && state === 'not_connected');
  const templates = pages.data?.pages.flatMap(({ data }): ListedTemplate[] => data) ?? [];
  const isFiltered = status !== undefined || q !== undefined;
  const startSync = () => sync.mutate({});
  const syncButton = isUnconnected ? (
    <PageLink variant="primary" href={`/w/${workspace.id}/settings/channels`}>
      {texts.sync.connect}
    </PageLink>
  ) : (
    <Button variant="primary" onPress={startSync} isPending={sync.isPending}>
      {!sync.isPending && <RefreshCw aria-hidden="true" />}
      {texts.sync.action}
    </Button>
  );
  const list = {
    templates,
    shown: preview,
    hrefOf: (template: ListedTemplate) => `${path}${formatSearch(search, { ...values, preview: toPreview(template) })}`,
  };
  const noMatch = pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch;
  const isEmpty = pages.data !== undefined && templates.length === 0 && !isFiltered;
  return (
    <>
      <PageHeader
        title={texts.title}
        context={workspace.name}
        lead={texts.lead}
        actions={maySync && !isEmpty && syncButton}
      />
      {!maySync && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      {sync.error && (
        <div className={styles.problem}>
          <Problem error={sync.error} title={texts.sync.failed} onRetry={startSync} isRetrying={sync.isPending} />
        </div>
      )}
      <div>
        <Card isFlush>
          {!isEmpty && (
            <TemplateFilterFields status={status} q={q} onChange={(changes) => setSearch(changes, { replace: true })} />
          )}
          <Listing
            query={pages}
            failed={texts.loadFailed}
            isEmpty={templates.length === 0}
            empty={
              <Empty
                icon={MessageSquareText}
                title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
                action={isEmpty && maySync && syncButton}
              >
                {isFiltered
                  ? noMatch
                  : maySync
                    ? isUnconnected
                      ? texts.sync.connectFirst
                      : texts.empty
                    : texts.emptyReadOnly}
              </Empty>
            }
          >
            <TemplateTable {...list} />
          </Listing>
        </Card>
        {preview !== undefined && (
          <TemplatePanel key={preview} {...parsePreview(preview)} onClose={() => setSearch({ preview: undefined })} />
        )}
      </div>
    </>
  );
};
