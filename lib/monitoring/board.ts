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
import { callRows, consumerRow, functionRow, type Graph, queueRow, type Row, tableRow } from './board-rows.ts';
import { gatewayMetric, type MonitoredService } from './metrics.ts';

const pageColumns = 24;
const graphHeight = 6;

/** Has a generated name, because dashboard names are unique across all regions of an account. */
export const addBoard = (scope: Construct, service: MonitoredService, alarms: readonly IAlarm[]): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    periodOverride: PeriodOverride.INHERIT,
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: pageColumns, height: 4 })],
      ...[
        healthRow(service),
        ...callRows(service),
        consumerRow(service, 'Webhooks', ['dispatchChanges', 'deliverWebhook']),
        consumerRow(service, 'Broadcasts', ['prepareBroadcast', 'sendBroadcast', 'checkBroadcast']),
        consumerRow(service, 'Messages', ['processInbound', 'checkMessage']),
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
        gatewayMetric(service, '5XXError', 'Sum').with({ label: '5xx, including channel refusals' }),
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

const toWidgets = ({ title, graphs }: Row): IWidget[][] => [
  [new TextWidget({ markdown: `## ${title}`, width: pageColumns, height: 1 })],
  graphs.map((graph) => toGraphWidget(graph, Math.floor(pageColumns / graphs.length))),
];

const toGraphWidget = ({ title, metrics }: Graph, width: number): GraphWidget =>
  new GraphWidget({ title, left: metrics satisfies IMetric[], width, height: graphHeight, leftYAxis: { min: 0 } });
