import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { apiKeyNameCharactersMax } from '../../../functions/model/access/api-key.ts';
import { useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { apiKeyTexts as texts } from '../../texts/en/api-keys.ts';
import { ApiKeyTable } from './api-key-table.tsx';
import type { CreatedKey } from './dialogs.tsx';

const loadDialogs = () => import('./dialogs.tsx');
const CreateDialog = lazyComponent(loadDialogs, 'CreateDialog');
const CreatedDialog = lazyComponent(loadDialogs, 'CreatedDialog');
const RevokeDialog = lazyComponent(loadDialogs, 'RevokeDialog');

const search = {
  dialog: z.optional(z.enum(['create'])),
  revoke: z.optional(z.uuid()),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(apiKeyNameCharactersMax))),
};

export const ApiKeysPage = () => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [{ dialog, revoke, q }, setSearch] = useSearch(search);
  // The secret is kept here alone, until it is saved: it has no place in the URL, the cache or the storage.
  const [createdKey, setCreatedKey] = useState<CreatedKey>();
  const pages = useLivePages('listApiKeys', {}, { filter: { q }, pollsFirstPage: true });
  const keys = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const toRevoke = keys.find(({ id, state }) => id === revoke && state === 'active');

  const create = (
    <Button variant="primary" onPress={() => setSearch({ dialog: 'create' })}>
      <Plus aria-hidden="true" />
      {texts.create.action}
    </Button>
  );
  const find = (text: string) => setSearch({ q: text.trim() || undefined }, { replace: true });
  const showCreated = (key: CreatedKey) => {
    setCreatedKey(key);
    setSearch({ dialog: undefined }, { replace: true });
  };
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} actions={mayManage && create} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      <Card isFlush>
        {(q !== undefined || keys.length > 1) && (
          <Filters
            label={texts.filters.label}
            search={
              <SearchField
                label={texts.filters.search}
                value={q ?? ''}
                charactersMax={apiKeyNameCharactersMax}
                onChange={find}
              />
            }
            clear={texts.filters.clear}
            onClear={q ? () => find('') : undefined}
          />
        )}
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={keys.length === 0}
          empty={
            q === undefined ? (
              <Empty icon={KeyRound} title={texts.emptyTitle} action={mayManage && create}>
                {mayManage ? texts.empty : texts.emptyReadOnly}
              </Empty>
            ) : (
              <Empty icon={KeyRound} title={texts.noMatchTitle}>
                {pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch}
              </Empty>
            )
          }
        >
          <ApiKeyTable keys={keys} onRevoke={mayManage ? (id) => setSearch({ revoke: id }) : undefined} />
        </Listing>
      </Card>
      <Suspense>
        {mayManage && dialog === 'create' && createdKey === undefined && (
          <CreateDialog onCreated={showCreated} onClose={() => setSearch({ dialog: undefined }, { replace: true })} />
        )}
        {mayManage && toRevoke && (
          <RevokeDialog apiKey={toRevoke} onClose={() => setSearch({ revoke: undefined }, { replace: true })} />
        )}
        {createdKey !== undefined && <CreatedDialog created={createdKey} onSaved={() => setCreatedKey(undefined)} />}
      </Suspense>
    </>
  );
};
