// Sends a template to all contacts with a tag: npm run broadcast -- news hello_world
import { connect } from './connect.mjs';

const [tag, template] = process.argv.slice(2);
if (!tag || !template) {
  console.error('Usage: npm run broadcast -- <tag> <template>');
  process.exit(2);
}

const client = connect();

const findSegment = async (name) => {
  for await (const segment of client.segments.list()) if (segment.name === name) return segment;
  const filter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: tag }] };
  return client.segments.create({ name, kind: 'dynamic', filter });
};

try {
  const segment = await findSegment(`Tagged ${tag}`);
  let broadcast = await client.broadcasts.create({
    name: `${template} to ${tag}`,
    template: { name: template },
    segment_id: segment.id,
  });
  while (['queued', 'sending'].includes(broadcast.status)) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    broadcast = await client.broadcasts.get(broadcast.id);
    console.log(`${broadcast.status}: ${broadcast.sent_count} of ${broadcast.accepted} sent`);
  }
  console.log(`Done: ${broadcast.sent_count} sent, ${broadcast.failed_count} failed, ${broadcast.rejected} rejected.`);
} catch (error) {
  console.error(`${error.code ?? error.name}: ${error.message}`);
  process.exit(1);
}
