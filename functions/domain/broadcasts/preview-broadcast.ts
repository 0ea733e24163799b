import type { AudienceEntry } from '../../model/broadcasts/audience.ts';
import type { FileError } from '../../model/broadcasts/audience-file.ts';
import type { NewBroadcast } from '../../model/broadcasts/broadcast.ts';
import {
  type BroadcastPreview,
  countRejected,
  type ExpectedFailures,
  exampleReasons,
  type MissingValue,
  type ShownExample,
  type ShownPreview,
} from '../../model/broadcasts/preview.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { listColumns, listPlaceholders, listRowPlaceholders } from '../../model/contacts/values.ts';
import type { TemplateParams } from '../../model/templates/template.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredSegment } from '../../table/segments/segments.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { toMonth } from '../workspaces/message-quota.ts';
import { addContacts, type Recipients, readSegmentAudience } from './audience.ts';
import { readUploadedFile } from './audience-file.ts';
import { checkCanBroadcast } from './create-broadcast.ts';
import { planAudience } from './schedule-broadcast.ts';
import { messagesPerSecond } from './send-rate.ts';
import {
  getAudienceSegment,
  inlineContactsMax,
  listInputFields,
  readListedAudience,
  requireRecipients,
} from './snapshot.ts';

/** A dry run reads at most this many contacts of a segment. Tests lower it. */
export const previewLimits = { contacts: 2_000 };

/** Leaves out names: the scope of broadcasts includes phone numbers, but not the other fields of contacts. */
export const previewBroadcast = async (workspaceId: string, input: NewBroadcast): Promise<BroadcastPreview> => {
  const { examples, ...preview } = await previewShownBroadcast(workspaceId, input);
  return {
    ...preview,
    examples: examples.map(({ reason, contact_id, phone }) => ({ reason, contact_id, phone })),
  };
};

/** Says what the broadcast would do now, fails as it would, and stores nothing. */
export const previewShownBroadcast = async (workspaceId: string, input: NewBroadcast): Promise<ShownPreview> => {
  const { workspace, messagesUsed, scheduledAt } = await checkCanBroadcast(workspaceId, input);
  if (scheduledAt !== undefined && input.audience.kind !== 'file') await planAudience(workspace, '', input);
  const { scale, precision, sampled, fileErrors, ...recipients } = await readAudience(workspace, input);
  const { entries, rejections } = recipients;
  const contacts_read = countRead(recipients);
  if (scheduledAt === undefined && isReadAtOnce(input, contacts_read)) requireRecipients(entries.length, contacts_read);
  const rejected_by_reason = scaleAll(rejections, scale);
  const rejected = countRejected(rejected_by_reason);
  const accepted = scale(entries.length);
  const quota = toQuota(workspace, messagesUsed, scheduledAt);
  const lacks = listLacks(entries.slice(0, sampled), input.template.params);
  const scaleSample = sampled < entries.length ? toScale(entries.length / sampled) : scale;
  const { opted_out, missing_value } = scaleAll(countFailures(lacks, recipients), scaleSample);
  const sendable = Math.max(0, accepted - opted_out - missing_value);
  const expected_messages = Math.min(sendable, quota.left ?? sendable);
  const messages_per_second = messagesPerSecond(workspace);
  return {
    precision,
    contacts_read,
    total_recipients: accepted + rejected,
    accepted,
    rejected,
    rejected_by_reason,
    expected_messages,
    expected_failures: { missing_value, opted_out, plan_limit_reached: sendable - expected_messages },
    missing_values: countMissingValues(lacks, listValueFields(input)).map((missing) =>
      scaleMissing(missing, scaleSample),
    ),
    examples: listExamples(recipients, lacks),
    quota,
    messages_per_second,
    duration_seconds: Math.ceil(expected_messages / messages_per_second),
    scheduled_at: scheduledAt ?? null,
    ...(fileErrors && { file_errors: fileErrors }),
  };
};

const listValueFields = (input: NewBroadcast): MissingValue['field'][] => [
  ...listInputFields(input),
  ...(input.audience.kind === 'file' ? listColumns(input.template.params) : []),
];

/** An empty audience that is only found later does not refuse the broadcast: it then ends as failed. */
const isReadAtOnce = ({ audience }: NewBroadcast, contactsRead: number): boolean =>
  audience.kind !== 'segment' || contactsRead <= inlineContactsMax;

const countRead = ({ entries, rejections }: Recipients): number => entries.length + countRejected(rejections);

type Scale = (count: number) => number;

const exactly: Scale = (count) => count;

const toScale =
  (factor: number): Scale =>
  (count) =>
    Math.round(count * factor);

interface ReadAudience extends Recipients, Pick<BroadcastPreview, 'precision'> {
  scale: Scale;
  /** The contacts of so many of the entries are known. */
  sampled: number;
  fileErrors?: FileError[];
}

const readAudience = async (workspace: StoredWorkspace, input: NewBroadcast): Promise<ReadAudience> => {
  const { audience } = input;
  const fields = listInputFields(input);
  if (audience.kind === 'file') return readFileAudience(workspace, audience.fileId, input);
  if (audience.kind !== 'segment') {
    const read = await readListedAudience(workspace, audience, fields, true);
    return { ...read, precision: 'exact', scale: exactly, sampled: read.entries.length };
  }
  const segment = await getAudienceSegment(workspace.id, audience.segmentId);
  const page = { limit: previewLimits.contacts, after: undefined };
  const { next, ...read } = await readSegmentAudience(workspace.id, segment, page, fields, 'eventual');
  const sampled = read.entries.length;
  if (next === undefined) return { ...read, precision: 'exact', scale: exactly, sampled };
  // A size that was counted long ago may be less than what was read now, which may be nothing.
  const factor = (findSize(segment) ?? 0) / Math.max(1, countRead(read));
  return factor > 1
    ? { ...read, precision: 'estimate', scale: toScale(factor), sampled }
    : { ...read, precision: 'minimum', scale: exactly, sampled };
};

/** Every line is checked, and the contacts of the first are read. */
const readFileAudience = async (
  { id: workspaceId, default_country }: StoredWorkspace,
  fileId: string,
  input: NewBroadcast,
): Promise<ReadAudience> => {
  const file = await readUploadedFile(workspaceId, fileId, input.template.params);
  const { entries, rejections, errors } = file.readRecipients(default_country);
  const first = { entries: entries.slice(0, previewLimits.contacts), rejections, optedOutPhones: new Set<string>() };
  const { entries: known, ...read } = await addContacts(workspaceId, first, listInputFields(input));
  return {
    ...read,
    entries: [...known, ...entries.slice(previewLimits.contacts)],
    precision: entries.length > previewLimits.contacts ? 'estimate' : 'exact',
    scale: exactly,
    sampled: known.length,
    fileErrors: errors,
  };
};

/** The members of a static segment, or the last complete count of a dynamic one. */
const findSize = ({ kind, member_count, count }: StoredSegment): number | undefined => {
  if (kind === 'static') return member_count;
  return count && !count.run ? count.member_count : undefined;
};

const scaleAll = <Counts extends Record<string, number>>(counts: Counts, scale: Scale): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, scale(count)])) as Counts;

const scaleMissing = ({ field, ...counts }: MissingValue, scale: Scale): MissingValue => ({
  field,
  ...scaleAll(counts, scale),
});

/** Lists the fields that the values name and each recipient's contact lacks. */
const listLacks = (entries: readonly AudienceEntry[], templateParams: TemplateParams | undefined): Lack[] => {
  const usesOfTemplate = listPlaceholders(templateParams);
  const columnsOfTemplate = listRowPlaceholders(templateParams);
  return entries.map(({ phone, params, values, row }) => {
    const uses = params ? listPlaceholders(params) : usesOfTemplate;
    const columns = row ? columnsOfTemplate.filter(({ field }) => row[field] === undefined) : [];
    return {
      phone,
      uses: [...uses.filter(({ field }) => field !== 'phone' && values?.[field] === undefined), ...columns],
    };
  });
};

interface Lack {
  phone: string;
  uses: { field: MissingValue['field']; hasDefault: boolean }[];
}

const hasNoDefault = ({ uses }: Lack): boolean => uses.some(({ hasDefault }) => !hasDefault);

const countFailures = (
  lacks: readonly Lack[],
  { optedOutPhones }: Recipients,
): Omit<ExpectedFailures, 'plan_limit_reached'> => ({
  opted_out: optedOutPhones.size,
  missing_value: listLacking(lacks, optedOutPhones).length,
});

const listLacking = (lacks: readonly Lack[], optedOutPhones: ReadonlySet<string>): Lack[] =>
  lacks.filter((lack) => !optedOutPhones.has(lack.phone) && hasNoDefault(lack));

const examplesPerReason = 5;

const listExamples = ({ contacts = [], optedOutPhones }: Recipients, lacks: readonly Lack[]): ShownExample[] => {
  const byPhone = new Map(contacts.map((contact) => [contact.phone, contact]));
  const find = ({ phone }: Lack): Person => byPhone.get(phone) ?? { phone };
  const people: Record<ShownExample['reason'], Person[]> = {
    no_phone: contacts.filter(({ phone }) => phone === null),
    opted_out: lacks.filter(({ phone }) => optedOutPhones.has(phone)).map(find),
    missing_value: listLacking(lacks, optedOutPhones).map(find),
  };
  return exampleReasons.flatMap((reason) =>
    people[reason].slice(0, examplesPerReason).map(({ id = null, phone, name = null, social_username = null }) => ({
      reason,
      contact_id: id,
      phone,
      name,
      social_username,
    })),
  );
};

type Person = Partial<Pick<StoredContact, 'id' | 'name' | 'social_username'>> & Pick<StoredContact, 'phone'>;

/** A field that one value of a recipient gives a default and another does not counts as one without. */
export const countMissingValues = (
  lacks: readonly Lack[],
  fields: readonly MissingValue['field'][],
): MissingValue[] => {
  const counts = new Map(fields.map((field) => [field, { field, with_default: 0, without_default: 0 }]));
  for (const { uses } of lacks) {
    const lacking = new Map(uses.map(({ field }) => [field, true]));
    for (const { field, hasDefault } of uses) if (!hasDefault) lacking.set(field, false);
    for (const [field, hasDefault] of lacking) {
      const count = counts.get(field);
      if (count) count[hasDefault ? 'with_default' : 'without_default'] += 1;
    }
  }
  return [...counts.values()];
};

const toQuota = (
  { messages_per_month: limit }: StoredWorkspace,
  used: number,
  scheduledAt: string | undefined,
): BroadcastPreview['quota'] => ({
  month: toMonth(scheduledAt === undefined ? clock.now() : Date.parse(scheduledAt)),
  limit,
  used,
  left: limit === null ? null : Math.max(0, limit - used),
});
