import { Suspense } from 'react';
import type { Segment } from '../../../functions/model/segments/segment.ts';
import { useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { en } from '../../texts/en.ts';
import { roughCount } from '../../texts/numbers.ts';
import type { BroadcastDraft, NumberTable } from './draft.ts';

const NumberPicker = lazyComponent(() => import('./number-picker.tsx'), 'NumberPicker');
const PeoplePicker = lazyComponent(() => import('./people-picker.tsx'), 'PeoplePicker');

const texts = broadcastTexts.composer;
const kinds = ['segment', 'people', 'numbers'] as const;

interface AudienceCardProps {
  draft: BroadcastDraft;
  table: NumberTable;
  /** The lines whose columns leave a value empty. */
  emptyLines: readonly number[];
  /** The chosen one. */
  segment: Segment | undefined;
  error: unknown;
  onChange: (changes: Partial<BroadcastDraft>) => void;
}

export const AudienceCard = ({ draft, table, emptyLines, segment, error, onChange }: AudienceCardProps) => (
  <Card title={texts.audience}>
    <div className="stack">
      <RadioGroup
        label={texts.audience.slice(2)}
        isLabelHidden
        value={draft.audience}
        options={kinds.map((value) => ({ value, label: texts.kinds[value], hint: texts.kindHints[value] }))}
        onChange={(audience) => onChange({ audience })}
      />
      {draft.audience === 'segment' && <SegmentPicker draft={draft} segment={segment} onChange={onChange} />}
      <Suspense>
        {draft.audience === 'people' && <PeoplePicker draft={draft} onChange={onChange} />}
        {draft.audience === 'numbers' && (
          <NumberPicker draft={draft} table={table} emptyLines={emptyLines} onChange={onChange} />
        )}
      </Suspense>
      {error !== undefined && <Problem error={error} />}
    </div>
  </Card>
);

/** The size of a large filter is that of its last count. */
const sizeOf = ({ member_count: size, member_count_as_of: asOf }: Segment): string =>
  asOf === null ? broadcastTexts.people(size) : broadcastTexts.aboutPeople(roughCount(size));

type PickerProps = Pick<AudienceCardProps, 'draft' | 'onChange'>;

/** A segment that a link names may be on a later page of the list. */
const SegmentPicker = ({
  draft: { segmentId },
  segment,
  onChange,
}: PickerProps & Pick<AudienceCardProps, 'segment'>) => {
  const pages = useLivePages('listSegments', {}, { everyMs: false });
  const segments = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const isListed = segments.some(({ id }) => id === segmentId);
  const options = [...(segment && !isListed ? [segment] : []), ...segments];
  if (pages.error) return <Problem error={pages.error} />;
  if (pages.data && options.length === 0) return <p className="muted">{texts.noSegments}</p>;
  return (
    <>
      <Select
        label={texts.segment}
        value={segmentId}
        options={[
          { value: '', label: texts.chooseSegment },
          ...options.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => onChange({ segmentId: value })}
        hint={segment ? sizeOf(segment) : ''}
      />
      {pages.hasNextPage && (
        <p>
          <Button size="small" onPress={() => void pages.fetchNextPage()}>
            {en.list.more}
          </Button>
        </p>
      )}
    </>
  );
};
