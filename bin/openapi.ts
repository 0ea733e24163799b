import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endpoints } from '../functions/api/endpoints.ts';
import { contact } from '../functions/model/contact.ts';
import { conversation } from '../functions/model/conversation.ts';
import { message } from '../functions/model/message.ts';
import { listedSegment, segment } from '../functions/model/segment.ts';
import { segmentFilter } from '../functions/model/segment-filter.ts';
import { createdWebhook, webhook } from '../functions/model/webhook.ts';
import { describeApi } from '../tools/openapi/document.ts';

const help = `Writes the OpenAPI 3.1 description of the API, made from the endpoint table.

  npm run openapi             writes functions/api/openapi/openapi.json, the file that GET /v1/openapi.json serves
  npm run openapi -- --check  changes nothing; fails when the committed file differs from the endpoint table
`;

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
const file = new URL('../functions/api/openapi/openapi.json', import.meta.url);
const components = {
  Contact: contact,
  Conversation: conversation,
  CreatedWebhook: createdWebhook,
  ListedSegment: listedSegment,
  Message: message,
  Segment: segment,
  SegmentFilter: segmentFilter,
  Webhook: webhook,
};
const text = `${JSON.stringify(describeApi(endpoints, components), null, 2)}\n`;

if (values.help) {
  process.stdout.write(help);
} else if (!values.check) {
  writeFileSync(file, text);
  process.stdout.write(`Wrote ${endpoints.length} operations to functions/api/openapi/openapi.json.\n`);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('The OpenAPI file differs from the endpoint table: run npm run openapi and commit the file.\n');
  process.exitCode = 1;
} else {
  process.stdout.write(`The OpenAPI file describes all ${endpoints.length} operations.\n`);
}
