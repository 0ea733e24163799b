import X from 'lucide-react/icons/x';
import { type ReactNode, Suspense, useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Input } from '../../api/call.ts';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useShortcuts } from '../../context/shortcuts.ts';
import { useMay } from '../../context/workspace.tsx';
import { contactTexts } from '../../texts/en/contacts.ts';
import styles from './contacts.module.css';
import { useBulk } from './use-bulk.ts';

const TagDialog = lazyComponent(() => import('./list-dialogs.tsx'), 'TagDialog');
const SegmentDialog = lazyComponent(() => import('./list-dialogs.tsx'), 'SegmentDialog');

const texts = contactTexts.bulk;

/** `all`: whatever the filters find, also what is not loaded yet. */
export type Selection = readonly Contact[] | 'all';

interface BulkBarProps {
  selection: Selection;
  filter: Input<'listContacts'>;
  /** The contacts on the page. */
  contacts: readonly Contact[];
  /** Whether the filters find more than that. */
  hasMore: boolean;
  /** How many there are in all, if no filter is set and the number is known. */
  total: number | null;
  onChange: (selection: Selection) => void;
  /** Stands at the right while nothing is selected. */
  aside: ReactNode;
}

/** Selects all, and acts on what is selected. It has its place before, so the list stays where it is. */
export const BulkBar = ({ selection, filter, contacts, hasMore, total, onChange, aside }: BulkBarProps) => {
  const mayManage = useMay('admin');
  const [dialog, setDialog] = useState<'add' | 'remove' | 'segment'>();
  const bulk = useBulk(() => onChange([]));
  const isAll = selection === 'all';
  const isNone = !isAll && selection.length === 0;
  const clear = { keys: 'Escape', label: texts.clear, run: () => onChange([]) };
  useShortcuts(texts.label, isNone || bulk.count !== undefined ? [] : [clear]);
  if (isNone && contacts.length === 0) return null;
  const from = isAll ? filter : selection;
  const isBusy = bulk.count !== undefined;
  const isShownSelected = isAll || contacts.every(({ id }) => selection.some((one) => one.id === id));
  const shown = (
    <Checkbox
      aria-label={texts.shown(contacts.length)}
      isSelected={isShownSelected && !isNone}
      onChange={(isSelected) => onChange(isSelected ? contacts : [])}
    >
      {isNone ? <span className="muted">{texts.shown(contacts.length)}</span> : null}
    </Checkbox>
  );
  if (isNone)
    return (
      <div className={styles.bulk}>
        {shown}
        {aside}
      </div>
    );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section aria-label={texts.label} className={styles.bulk} data-active>
      {!isBusy && <span>{shown}</span>}
      <p role="status" className={styles.selected}>
        {isBusy
          ? texts.reading(bulk.count ?? 0)
          : isAll
            ? texts.allSelected(isFiltered, total)
            : texts.selected(selection.length)}
      </p>
      {!isBusy && <IconButton icon={X} label={texts.clear} onPress={() => onChange([])} />}
      {isBusy ? (
        <Button size="small" onPress={bulk.stop}>
          {texts.stop}
        </Button>
      ) : (
        <>
          {!isAll && (hasMore || !isShownSelected) && (
            <Button size="small" variant="ghost" onPress={() => onChange('all')}>
              {texts.all(isFiltered, total)}
            </Button>
          )}
          <Button size="small" onPress={() => setDialog('add')}>
            {texts.addTag}
          </Button>
          <Button size="small" onPress={() => setDialog('remove')}>
            {texts.removeTag}
          </Button>
          {mayManage && (
            <>
              <Button size="small" onPress={() => setDialog('segment')}>
                {texts.addToSegment}
              </Button>
              <Button size="small" onPress={() => bulk.start(from, { kind: 'export' })}>
                {texts.export}
              </Button>
              <Button size="small" onPress={() => bulk.start(from, { kind: 'broadcast' })}>
                {texts.broadcast}
              </Button>
            </>
          )}
        </>
      )}
      {bulk.error && (
        <Problem error={bulk.error} {...(bulk.error.code === 'too_many' ? {} : { title: texts.failed })} />
      )}
      <Suspense>
        {dialog === 'segment' && (
          <SegmentDialog
            onSegment={(segment) => {
              setDialog(undefined);
              bulk.start(from, { kind: 'segment', segment });
            }}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog && dialog !== 'segment' && (
          <TagDialog
            kind={dialog}
            onTag={(tag) => {
              setDialog(undefined);
              bulk.start(from, { kind: dialog, tag });
            }}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
};
