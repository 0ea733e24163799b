import { Duration, type Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Graph, Row } from './board-rows.ts';

const pageColumns = 24;
const graphHeight = 6;

/** Has a generated name, because dashboard names are unique across all regions of an account. */
export const addBoard = (scope: Construct, alarms: readonly IAlarm[], rows: readonly Row[]): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    defaultInterval: Duration.hours(3),
    periodOverride: PeriodOverride.INHERIT,
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: pageColumns, height: 4 })],
      ...rows.flatMap(toWidgets),
    ],
  });

/** CloudWatch's page for a board. */
export const boardUrl = ({ region }: Stack, { dashboardName }: Dashboard): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${dashboardName}`;

const toWidgets = ({ title, graphs }: Row): IWidget[][] => [
  [new TextWidget({ markdown: `## ${title}`, width: pageColumns, height: 1 })],
  graphs.map((graph) => toGraphWidget(graph, Math.floor(pageColumns / graphs.length))),
];

const toGraphWidget = (graph: Graph, width: number): IWidget => {
  const { title } = graph;
  if ('metrics' in graph)
    return new GraphWidget({ title, left: graph.metrics, width, height: graphHeight, leftYAxis: { min: 0 } });
  return new LogQueryWidget({
    title,
    logGroupNames: [graph.logGroup.logGroupName],
    queryLines: graph.query,
    view: LogQueryVisualizationType.TABLE,
    width,
    height: graphHeight,
  });
};
