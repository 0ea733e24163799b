// Plain JavaScript, loaded first by every npm script: an older Node cannot parse the TypeScript it would start.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Node 24 or newer is required, but this is ${process.version}. The project brings its own for Linux and macOS: run ` +
      '"npm ci", then the npm script again. If that does not help, npm skipped the optional packages: allow them (npm ' +
      'config delete omit) and run "npm ci" again, or install Node 24.\n',
  );
  process.exit(1);
}
