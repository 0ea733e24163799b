import type { ReactNode } from 'react';
import { type DeliveryStatus, deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { exactTime } from '../../texts/time.ts';
import { Filters } from '../controls/filters.tsx';
import { Select } from '../controls/select.tsx';
import { isPreset, sincePresets } from './since.ts';

const texts = webhookTexts.log;

interface EventFilter {
  status: DeliveryStatus | undefined;
  event: string | undefined;
  since: string | undefined;
}

interface EventFiltersProps {
  label: string;
  filter: EventFilter;
  events: readonly string[];
  onChange: (filter: Partial<EventFilter>) => void;
  /** Set while any filter is set, including those in `children`. */
  onClear: (() => void) | undefined;
  /** A further filter. */
  children?: ReactNode;
}

export const EventFilterFields = ({ label, filter, events, onChange, onClear, children }: EventFiltersProps) => (
  <Filters
    label={label}
    count={Object.values(filter).filter((value) => value !== undefined).length}
    clear={texts.clear}
    onClear={onClear}
  >
    <Select
      label={texts.status}
      value={filter.status ?? ''}
      onChange={(value) => onChange({ status: deliveryStatuses.find((status) => status === value) })}
      options={[
        { value: '', label: texts.anyStatus },
        ...deliveryStatuses.map((value) => ({ value, label: deliveryTexts.states[value] })),
      ]}
    />
    {children}
    <Select
      label={texts.event}
      value={filter.event ?? ''}
      onChange={(event) => onChange({ event: event || undefined })}
      options={[{ value: '', label: texts.anyEvent }, ...events.map((value) => ({ value, label: value }))]}
    />
    <Select
      label={texts.since}
      value={filter.since ?? ''}
      onChange={(since) => onChange({ since: since || undefined })}
      options={[{ value: '', label: texts.anyTime }, ...timesWith(filter.since)]}
    />
  </Filters>
);

/** A link may contain a time that is not one of the presets. */
const timesWith = (chosen: string | undefined) => [
  ...(chosen === undefined || isPreset(chosen)
    ? []
    : [{ value: chosen, label: texts.sinceTime(exactTime(Date.parse(chosen))) }]),
  ...sincePresets.map((value) => ({ value, label: texts.presets[value] })),
];
