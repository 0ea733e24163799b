// Plain JavaScript, loaded before anything else: an older Node cannot even read the TypeScript that it would start.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 or newer; it was started with ${process.version}. The project brings its own: run "npm ci", then ` +
      '"npm start". If that does not help, npm did not run the install scripts: allow them (npm config set ignore-scripts ' +
      'false) and run "npm ci" again.\n',
  );
  process.exit(1);
}
