export const help = `npm start runs the whole service on this machine: what deploys to AWS, on a local
database (DynamoDB Local, which needs Java 17 or newer) and a local SQS server.

The first start makes a demo workspace, connected to simulated channels on which a first customer
has written, and shows its API key. Ctrl-C stops everything.

Environment variables
  PORT                    port of the API (4000)
  SIMULATOR_PORT          port of the simulated channels (4100, or any that is free)
  DATA_DIR                folder that keeps the data, or "memory" to keep nothing (.local/data)
  LOCAL_DIR               folder for ready.json, runtime.json and functions.log (.local)
  LOG=1                   show what the functions log; otherwise only their errors
  ALLOW_LOCAL_WEBHOOKS=1  let webhooks be sent to http://127.0.0.1
  DYNAMODB_ENDPOINT       use a DynamoDB Local that already runs, and start no Java
  JAVA_HOME               the Java to use, if not the one in the PATH

To start afresh, stop it and delete the folder .local.
`;
