import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useId } from 'react';
import * as z from 'zod/mini';
import { type ConsentChoice, listDefaults } from '../../../functions/model/contacts/consent-keywords.ts';
import { countryName } from '../../../functions/model/contacts/country.ts';
import type { Workspace } from '../../../functions/model/workspaces/workspace.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { Chip, Chips } from '../../components/content/chip.tsx';
import content from '../../components/content/content.module.css';
import { CopyField } from '../../components/content/copy-field.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { keywordTexts, workspaceTexts as texts } from '../../texts/en/workspace-settings.ts';
import styles from './workspace.module.css';

const EditDialog = lazyComponent(() => import('./dialogs.tsx'), 'EditDialog');

const search = { dialog: z.optional(z.enum(['edit'])) };

export const WorkspacePage = () => {
  const { id, name, role } = useWorkspace();
  const mayManage = useMay('owner');
  const [{ dialog }, setSearch] = useSearch(search);
  const query = useLive('getWorkspace', {});
  const workspace = query.data?.data;
  const edit = (
    <Button size="small" onPress={() => setSearch({ dialog: 'edit' })}>
      {texts.edit.action}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} context={name} lead={texts.lead} />
      {!mayManage && <RoleNote role={role} required="owner" action={texts.manage} />}
      <div className={content.grid}>
        <Card title={texts.details} actions={mayManage && workspace && edit} isFlush>
          <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
            {workspace && <WorkspaceDetails workspace={workspace} />}
          </Listing>
        </Card>
        {workspace && (
          <Card title={texts.options} actions={<span className="muted">{texts.savedAtOnce}</span>}>
            <div className={styles.fields}>
              <MoreEvents isOn={workspace.more_events} />
              <MemberRows isHidden={workspace.hides_member_rows} />
            </div>
          </Card>
        )}
        <ForServers id={id} />
      </div>
      <Suspense>
        {mayManage && workspace && dialog === 'edit' && (
          <EditDialog workspace={workspace} onClose={() => setSearch({ dialog: undefined }, { replace: true })} />
        )}
      </Suspense>
    </>
  );
};

const ForServers = ({ id }: { id: string }) => {
  const { api_base_url } = useSession();
  return (
    <Card title={texts.api} actions={<a href="/reference">{texts.reference}</a>}>
      <div className={styles.fields}>
        <div className={styles.field}>
          <h3>{texts.baseUrl}</h3>
          <CopyField label={texts.baseUrl} value={api_base_url} />
          <p className={styles.hint}>{texts.baseUrlHint(api_base_url)}</p>
        </div>
        <div className={styles.field}>
          <h3>{texts.id}</h3>
          <CopyField label={texts.id} value={id} />
          <p className={styles.hint}>{texts.idHint}</p>
        </div>
      </div>
    </Card>
  );
};

const WorkspaceDetails = ({ workspace }: { workspace: Workspace }) => {
  const { name, default_country: code, time_zone, opt_out_keywords, opt_in_keywords, created_at } = workspace;
  return (
    <dl className={styles.details}>
      <Detail term={texts.name}>{name}</Detail>
      <Detail term={texts.country} hint={texts.countryHint}>
        {texts.countryName(countryName(code) ?? code, code)}
      </Detail>
      <Detail term={texts.timeZone} hint={texts.timeZoneHint}>
        {time_zone}
      </Detail>
      <Detail
        term={keywordTexts.optOut}
        hint={opt_out_keywords?.length === 0 ? keywordTexts.noneOptOutHint : keywordTexts.optOutHint}
      >
        <Keywords list={opt_out_keywords} choice="opt_out" />
      </Detail>
      <Detail
        term={keywordTexts.optIn}
        hint={opt_in_keywords?.length === 0 ? keywordTexts.noneOptInHint : keywordTexts.optInHint}
      >
        <Keywords list={opt_in_keywords} choice="opt_in" />
      </Detail>
      <Detail term={texts.created}>
        <RelativeTime at={created_at} />
      </Detail>
    </dl>
  );
};

const MoreEvents = ({ isOn }: { isOn: boolean }) => {
  const options = { done: texts.moreEvents.done(!isOn), onDone: useShowSaved() };
  const change = useOperation('setMoreEvents', ['getWorkspace'], options);
  const turn = () => change.mutate({ input: { more_events: !isOn } });
  return <Setting isOn={isOn} words={texts.moreEvents} change={change} onPress={turn} />;
};

const MemberRows = ({ isHidden }: { isHidden: boolean }) => {
  const options = { done: texts.memberRows.done(!isHidden), onDone: useShowSaved() };
  const change = useOperation('setMemberRows', ['getWorkspace', 'listReports'], options);
  const turn = () => change.mutate({ input: { hides_member_rows: !isHidden } });
  return <Setting isOn={isHidden} words={texts.memberRows} change={change} onPress={turn} />;
};

/** Without it, the box would show the old state once more until the workspace is read again. */
const useShowSaved = () => {
  const queries = useQueryClient();
  return ({ data }: { data: Workspace }) => {
    queries.setQueriesData<{ data: Workspace }>(
      { queryKey: ['getWorkspace'] },
      (read) => read && { ...read, data: { ...read.data, ...data } },
    );
  };
};

interface SettingProps {
  isOn: boolean;
  words: { label: string; hint: string };
  change: { isPending: boolean; error: Error | null };
  onPress: () => void;
}

/** Settings that an Admin turns on and off. Each change is saved at once. */
const Setting = ({ isOn, words: { label, hint }, change: { isPending, error }, onPress }: SettingProps) => {
  const hintId = useId();
  return (
    <div>
      <Checkbox
        aria-describedby={hintId}
        isSelected={isPending ? !isOn : isOn}
        isDisabled={!useMay('admin')}
        onChange={onPress}
      >
        {label}
      </Checkbox>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      {error && <Problem error={error} />}
    </div>
  );
};

const Keywords = ({ list, choice }: { list: readonly string[] | null; choice: ConsentChoice }) => {
  const words = (
    <Chips>
      {(list ?? listDefaults(choice)).map((word) => (
        <Chip key={word}>{word}</Chip>
      ))}
    </Chips>
  );
  if (list !== null) return list.length === 0 ? keywordTexts.none : words;
  return (
    <details>
      <summary>{keywordTexts.defaults}</summary>
      {words}
    </details>
  );
};

const Detail = ({ term, hint, children }: { term: string; hint?: string; children: ReactNode }) => (
  <div className={styles.detail}>
    <dt className={styles.term}>{term}</dt>
    <dd className={styles.value}>
      {children}
      {hint && <span className={styles.hint}>{hint}</span>}
    </dd>
  </div>
);
