import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { callRows, functionRow, type Graph, queueRow, type Row, tableRow, workRow } from './dashboard-rows.ts';
import { gatewayMetric, type Watched } from './metrics.ts';

/** The width of the page, in CloudWatch's units. */
const widthOfPage = 24;
const height = 6;

/**
 * One page for the environment: at the top whether it is well, below it one row for each part. It has no name of its
 * own, because names of dashboards are for all regions of an account.
 */
export const addDashboard = (scope: Construct, watched: Watched, alarms: readonly IAlarm[]): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    periodOverride: PeriodOverride.INHERIT,
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: widthOfPage, height: 4 })],
      ...[
        wellRow(watched),
        ...callRows(watched),
        workRow(watched, 'Webhooks', ['dispatchChanges', 'deliverWebhook']),
        workRow(watched, 'Broadcasts', ['prepareBroadcast', 'sendBroadcast', 'checkBroadcast']),
        workRow(watched, 'Inbound', ['processInbound']),
        queueRow(scope),
        tableRow(watched),
        functionRow(scope),
      ].flatMap(widgetsOf),
    ],
  });

const wellRow = (watched: Watched): Row => ({
  title: 'Is it well?',
  graphs: [
    { title: 'Requests', metrics: [gatewayMetric(watched, 'Count', 'Sum').with({ label: 'requests' })] },
    {
      title: 'Errors',
      metrics: [
        gatewayMetric(watched, '5XXError', 'Sum').with({ label: '5xx, with what the channel refused' }),
        gatewayMetric(watched, '4XXError', 'Sum').with({ label: '4xx' }),
      ],
    },
    {
      title: 'Latency, ms',
      metrics: ['p50', 'p99'].map((each) => gatewayMetric(watched, 'Latency', each).with({ label: each })),
    },
  ],
});

/** A heading, and below it the graphs side by side. */
const widgetsOf = ({ title, graphs }: Row): IWidget[][] => [
  [new TextWidget({ markdown: `## ${title}`, width: widthOfPage, height: 1 })],
  graphs.map((graph) => graphOf(graph, Math.floor(widthOfPage / graphs.length))),
];

const graphOf = ({ title, metrics }: Graph, width: number): GraphWidget =>
  new GraphWidget({ title, left: metrics satisfies IMetric[], width, height, leftYAxis: { min: 0 } });
