/** Reported by a webhook of the channel, whose times have whole seconds. */
export interface TemplateNotice {
  value: string;
  reason: string | null;
  at: string;
}

export type NoticedField = 'status' | 'category' | 'quality';

export type TemplateNotices = { [Field in NoticedField as `${Field}_notice`]?: TemplateNotice | undefined };

interface SyncedState {
  status: string | null;
  category: string | null;
  quality: string | null;
  synced_at: string;
}

export interface TemplateState {
  status: string | null;
  category: string | null;
  quality: string | null;
  status_at: string;
  /** The reason of a notice. Otherwise it is in the channel's row. */
  reason?: string | null;
}

/** The later of what a sync read and what a notice reported. In the same second the notice holds. */
export const toTemplateState = ({ synced_at, ...synced }: SyncedState, notices: TemplateNotices): TemplateState => {
  const findCurrent = (notice: TemplateNotice | undefined): TemplateNotice | undefined =>
    notice && notice.at >= synced_at.slice(0, secondsEnd) ? notice : undefined;
  const status = findCurrent(notices.status_notice);
  return {
    status: status?.value ?? synced.status,
    category: findCurrent(notices.category_notice)?.value ?? synced.category,
    quality: findCurrent(notices.quality_notice)?.value ?? synced.quality,
    status_at: status?.at ?? synced_at,
    ...(status ? { reason: status.reason } : {}),
  };
};

const secondsEnd = 'YYYY-MM-DDThh:mm:ss'.length;

interface TemplateRefusal {
  code: number;
  message: string;
  details: string;
}

/** The statuses are in the channel's words. It refuses templates of other statuses as if they did not exist. */
const refusals: Readonly<Record<string, TemplateRefusal>> = {
  PAUSED: {
    code: 132015,
    message: 'Template is paused',
    details: 'The template is paused because of its low quality.',
  },
  DISABLED: {
    code: 132016,
    message: 'Template is disabled',
    details: 'The template was paused too often and is disabled for good.',
  },
};

export const findTemplateRefusal = (status: string | null): TemplateRefusal | undefined =>
  refusals[status?.toUpperCase() ?? ''];
