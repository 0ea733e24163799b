import { say } from '../run.ts';
import { percentile } from '../statistics.ts';
import { isReported, type Look, launch, watch } from './progress.ts';
import { withSender } from './run.ts';
import { type Sender, setPace } from './sender.ts';
import { clearWire, readWire, type Wire } from './sent-by-channel.ts';
import type { BroadcastStage, OperationLine } from './service.ts';

/** What a broadcast came to. */
interface BroadcastRow {
  what: string;
  recipients: number;
  /** From the call until the whole audience was frozen. */
  planSeconds: number;
  /** From the first message to the last. */
  sendSeconds: number;
  perSecond: number;
  /** Messages on the wire in the busiest second. */
  busiestSecond: number;
  /** Of looking at the broadcast while it goes on. */
  getP50Ms: number;
  /** Numbers that got no message, and numbers that got more than one. */
  missing: number;
  doubled: number;
  /** How far the counters are from what the channel knows. */
  miscounted: number;
}

/** What each function asked of the table, per recipient. */
interface UnitsRow {
  what: string;
  operation: string;
  calls: number;
  readUnits: number;
  writeUnits: number;
}

export interface BroadcastFindings {
  broadcasts: BroadcastRow[];
  units: UnitsRow[];
}

/** More than a machine of this kind can send. With still more lanes, calls to the table would only wait for each other. */
const fastPace = 160;

/** As many as can be listed. */
const listedMax = 1_000;

/** A segment as fast as it goes, to people who were never written to; then a list at the pace of every number. */
export const runBroadcasts = (recipients: number): Promise<BroadcastFindings> =>
  withSender(recipients, async (stage, sender) => {
    await setPace(sender, stage.simulatorUrl, fastPace);
    say(`A segment of ${recipients}, as fast as it goes…`);
    const fast = await measure(stage, sender, 'segment, strangers', { segment_id: sender.segmentId }, recipients);
    await setPace(sender, stage.simulatorUrl, undefined);
    const listed = sender.contactIds.slice(0, listedMax);
    say(`A list of ${listed.length}, at the pace of every number…`);
    const paced = await measure(stage, sender, 'list, known people', { contact_ids: listed }, listed.length);
    return { broadcasts: [fast.row, paced.row], units: [...fast.units, ...paced.units] };
  });

const measure = async (
  stage: BroadcastStage,
  sender: Sender,
  what: string,
  audience: object,
  recipients: number,
): Promise<{ row: BroadcastRow; units: UnitsRow[] }> => {
  stage.lines.length = 0;
  await clearWire(stage.simulatorUrl, sender.numberId);
  const { id } = await launch(sender.client, audience);
  const looks = await watch(sender.client, id, isReported);
  const wire = await readWire(stage.simulatorUrl, sender.numberId);
  return {
    row: { what, recipients, ...timesOf(looks), ...judge(wire, looks, recipients) },
    units: unitsOf(what, stage.lines, recipients),
  };
};

const timesOf = (looks: Look[]) => {
  const planned = looks.find(({ broadcast }) => broadcast.accepted === looks.at(-1)?.broadcast.accepted);
  const last = looks.at(-1)?.broadcast;
  const sendSeconds = (Date.parse(last?.completed_at ?? '') - Date.parse(last?.started_at ?? '')) / 1_000;
  const tookMs = looks.map((look) => look.tookMs);
  return {
    planSeconds: (planned?.atMs ?? Number.NaN) / 1_000,
    sendSeconds,
    perSecond: (last?.sent_count ?? 0) / sendSeconds,
    getP50Ms: percentile(tookMs, 0.5),
  };
};

const judge = (wire: Wire, looks: Look[], recipients: number) => ({
  busiestSecond: wire.busiestSecond,
  missing: recipients - wire.times.size,
  doubled: [...wire.times.values()].filter((times) => times > 1).length,
  miscounted: Math.abs((looks.at(-1)?.broadcast.sent_count ?? 0) - wire.messages),
});

/** Counted by the functions themselves. */
const unitsOf = (what: string, lines: OperationLine[], recipients: number): UnitsRow[] => {
  const operations = [...new Set(lines.flatMap(({ operation }) => operation ?? []))];
  return operations
    .filter((operation) => operation !== 'getBroadcast')
    .map((operation) => {
      const works = lines.filter((line) => line.operation === operation);
      const perRecipient = (name: 'read_units' | 'write_units') => sumOf(works.map((line) => line[name])) / recipients;
      const units = { readUnits: perRecipient('read_units'), writeUnits: perRecipient('write_units') };
      return { what, operation, calls: works.length, ...units };
    });
};

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
