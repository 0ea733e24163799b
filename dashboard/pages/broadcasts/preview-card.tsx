import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { ContactValues } from '../../../functions/model/contacts/values.ts';
import type { RenderedTemplate } from '../../../functions/model/templates/contents.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { IconButton } from '../../components/controls/button.tsx';
import { TemplateBubble } from '../../components/templates/template-bubble.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import styles from './broadcasts.module.css';
import { type BroadcastDraft, type NumberRow, type NumberTable, toContactValues } from './draft.ts';

const texts = broadcastTexts.composer;
/** The composer offers the attributes that they have. */
const samplesMax = 10;

interface Sample {
  label: string;
  values: ContactValues;
  row?: NumberRow;
}

/** The first people of the audience, with the values that their message would have. */
export const useSamples = ({ audience, segmentId, people }: BroadcastDraft, table: NumberTable): readonly Sample[] => {
  const members = useLive(
    'listSegmentContacts',
    { id: segmentId },
    { everyMs: false, input: { limit: String(samplesMax) }, isEnabled: audience === 'segment' && segmentId !== '' },
  );
  const listed = audience === 'people' ? people : [];
  const chosen = [useContact(listed[0]?.id), useContact(listed[1]?.id), useContact(listed[2]?.id)];
  if (audience === 'numbers')
    return table.rows
      .filter(({ fault }) => fault === undefined)
      .slice(0, samplesMax)
      .map((row) => ({ label: row.to, values: { phone: row.to }, row }));
  const contacts: Contact[] =
    audience === 'segment' ? (segmentId && members.data?.data) || [] : chosen.flatMap((contact) => contact ?? []);
  return contacts.map((contact) => ({ label: contactName(contact), values: toContactValues(contact) }));
};

const useContact = (id: string | undefined): Contact | undefined =>
  useLive('getContact', { id: id ?? '' }, { everyMs: false, isEnabled: id !== undefined, isAside: true }).data?.data;

interface PreviewCardProps {
  template: RenderedTemplate | undefined;
  samples: readonly Sample[];
  at: number;
  onMove: (at: number) => void;
}

export const PreviewCard = ({ template, samples, at, onMove }: PreviewCardProps) => {
  const sample = samples[at];
  return (
    <aside className={styles.preview}>
      <Card title={texts.preview}>
        {template ? <TemplateBubble template={template} /> : <p className="muted">{texts.missing.template}</p>}
        {template && !sample && <p className="muted">{texts.noSample}</p>}
        {template && sample && (
          <p className={styles.sample}>
            <IconButton
              icon={ChevronLeft}
              label={texts.previous}
              isDisabled={at === 0}
              onPress={() => onMove(at - 1)}
            />
            <span role="status" className="clipped">
              <bdi>{sample.label}</bdi> · {texts.sample(at + 1, samples.length)}
            </span>
            <IconButton
              icon={ChevronRight}
              label={texts.next}
              isDisabled={at + 1 >= samples.length}
              onPress={() => onMove(at + 1)}
            />
          </p>
        )}
      </Card>
    </aside>
  );
};
