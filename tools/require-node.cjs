// Plain JavaScript, loaded first: an older Node cannot parse the TypeScript it would start.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Node 24 or newer is required, but this is ${process.version}. The project brings its own: run "npm ci", then ` +
      '"npm start". If that does not help, npm skipped the install scripts: allow them (npm config set ignore-scripts ' +
      'false) and run "npm ci" again.\n',
  );
  process.exit(1);
}
