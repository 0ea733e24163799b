import { LocalError } from '../local-error.ts';
import { readSettings } from './settings.ts';
import { explainStartFailure } from './terminal.ts';

const help = `npm start runs the whole service on this machine: the stacks that deploy to AWS, on a local
database (DynamoDB Local, which needs Java 17 or newer) and a local SQS server.

The first start creates a demo workspace that is connected to simulated channels, fills it with
contacts, conversations and reports of a past that is made up, and prints its API key. Its
members sign in to the dashboard without a password. Ctrl-C stops everything.

Environment variables
  PORT                    port of the API (4000)
  SIMULATOR_PORT          port of the simulated channels (4100, or any free port)
  MAILBOX_PORT            port of the mailbox with the emails that were not sent (4400, or any free port)
  DASHBOARD_PORT          port of the dashboard (4200)
  DASHBOARD=0             leave the dashboard and the web chat out
  CHAT_PORT               port of the web chat (4202)
  SHOP_PORT               port of a small shop that has the web chat (4203)
  ISSUER_PORT             port of the issuer at which members sign in (4300, or any free port)
  DATA_DIR                folder that keeps the data, or "memory" to keep nothing (.local/data)
  LOCAL_DIR               folder for ready.json, runtime.json and functions.log (.local)
  LOG=1                   show everything the functions log, not only their errors
  ALLOW_LOCAL_WEBHOOKS=0  refuse webhooks to http://127.0.0.1, as a deployed service does
  DYNAMODB_ENDPOINT       use a DynamoDB Local that is already running instead of Java
  JAVA_HOME               the Java to use, if not the one in the PATH
  DEBUG=1                 show where an unexpected error comes from

npm start -- --reset deletes the stored data first and starts over.
npm start -- --empty leaves the demo workspace empty: channels and a key, no conversations.
`;

export const main = async (args: string[]): Promise<number> => {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return 0;
  }
  try {
    const unknown = args.find((argument) => argument !== '--reset' && argument !== '--empty');
    if (unknown !== undefined) throw new LocalError(`Unknown argument ${unknown}. Try --help.`);
    const settings = readSettings(process.env);
    // Imported late, so --help and wrong settings answer at once.
    const { runService } = await import('./run-service.ts');
    return await runService(settings, { isReset: args.includes('--reset'), isEmpty: args.includes('--empty') });
  } catch (error) {
    process.stderr.write(`\n${explainStartFailure(error)}\n`);
    return 1;
  }
};
