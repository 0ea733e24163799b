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
import { callRows, consumerRow, functionRow, type Graph, queueRow, type Row, tableRow } from './dashboard-rows.ts';
import { gatewayMetric, type MonitoredService } from './metrics.ts';

/** The width of the page, in CloudWatch's units. */
const pageWidth = 24;
const height = 6;

/**
 * One page for the environment: at the top whether it is well, below it one row for each part. It has no name of its
 * own, because names of dashboards are for all regions of an account.
 */
export const addDashboard = (scope: Construct, service: MonitoredService, alarms: readonly IAlarm[]): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    periodOverride: PeriodOverride.INHERIT,
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: pageWidth, height: 4 })],
      ...[
        healthRow(service),
        ...callRows(service),
        consumerRow(service, 'Webhooks', ['dispatchChanges', 'deliverWebhook']),
        consumerRow(service, 'Broadcasts', ['prepareBroadcast', 'sendBroadcast', 'checkBroadcast']),
        consumerRow(service, 'Inbound', ['processInbound']),
        queueRow(scope),
        tableRow(service),
        functionRow(scope),
      ].flatMap(toWidgets),
    ],
  });

const healthRow = (service: MonitoredService): Row => ({
  title: 'Health',
  graphs: [
    { title: 'Requests', metrics: [gatewayMetric(service, 'Count', 'Sum').with({ label: 'requests' })] },
    {
      title: 'Errors',
      metrics: [
        gatewayMetric(service, '5XXError', 'Sum').with({ label: '5xx, with what the channel refused' }),
        gatewayMetric(service, '4XXError', 'Sum').with({ label: '4xx' }),
      ],
    },
    {
      title: 'Latency, ms',
      metrics: ['p50', 'p99'].map((statistic) =>
        gatewayMetric(service, 'Latency', statistic).with({ label: statistic }),
      ),
    },
  ],
});

/** A heading, and below it the graphs side by side. */
const toWidgets = ({ title, graphs }: Row): IWidget[][] => [
  [new TextWidget({ markdown: `## ${title}`, width: pageWidth, height: 1 })],
  graphs.map((graph) => toGraphWidget(graph, Math.floor(pageWidth / graphs.length))),
];

const toGraphWidget = ({ title, metrics }: Graph, width: number): GraphWidget =>
  new GraphWidget({ title, left: metrics satisfies IMetric[], width, height, leftYAxis: { min: 0 } });
