import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { CopyField } from '../../components/content/copy-field.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { workspaceTexts } from '../../texts/en/workspace-settings.ts';
import { WorkspaceDetails } from './workspace-details.tsx';
import styles from './workspace-page.module.css';

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }));

const search = { dialog: z.optional(z.enum(['edit'])) };
const texts = workspaceTexts;

export const WorkspacePage = () => {
  const { id, name, role } = useWorkspace();
  const mayManage = useMay('owner');
  const [{ dialog }, setSearch] = useSearch(search);
  const query = useLive('getWorkspace', { workspace_id: id });
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
      <div className={styles.cards}>
        <Card title={texts.details} actions={mayManage && workspace && edit} isFlush>
          <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
            {workspace && <WorkspaceDetails workspace={workspace} />}
          </Listing>
        </Card>
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
          <p className={styles.hint}>{texts.baseUrlHint}</p>
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
