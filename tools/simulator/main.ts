import { parseArgs } from 'node:util';
import { channels } from './accounts.ts';
import { defaultAccounts, defaultPort } from './defaults.ts';
import { help } from './help.ts';
import { SimulatorError } from './simulator-error.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './start.ts';

/** The command `node bin/simulator.ts`; gives its exit code when the simulator has stopped. */
export const main = async (args: string[]): Promise<number> => {
  try {
    const options = readOptions(args);
    if (options === 'help') process.stdout.write(help);
    else await run(options);
    return 0;
  } catch (error) {
    if (!(error instanceof SimulatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
};

const run = async (options: SimulatorOptions): Promise<void> => {
  const simulator = await startSimulator(options);
  // From here on Ctrl-C stops the simulator; before it just ends the process.
  const { promise: signal, resolve } = Promise.withResolvers<void>();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => resolve());
  process.stdout.write(formatBanner(simulator.url));
  await tryHandshakes(simulator, options);
  await signal;
  await simulator.stop();
};

/** A receiver that fails the handshake gets its webhooks all the same: it may only be starting. */
const tryHandshakes = async (simulator: Simulator, { webhooks = {} }: SimulatorOptions): Promise<void> => {
  for (const channel of channels) {
    const webhook = webhooks[channel];
    if (!webhook) continue;
    await simulator.subscribe(channel, webhook).catch((error) => {
      if (!(error instanceof SimulatorError)) throw error;
      process.stderr.write(`${error.message} Webhooks go there all the same.\n`);
    });
  }
};

const readOptions = (args: string[]): SimulatorOptions | 'help' => {
  const values = parseOptions(args);
  if (values.help) return 'help';
  const secrets = {
    ...(values['app-secret'] === undefined ? {} : { appSecret: values['app-secret'] }),
    ...(values['verify-token'] === undefined ? {} : { verifyToken: values['verify-token'] }),
  };
  const webhook = (name: 'webhook-url' | 'social-webhook-url' | 'web-webhook-url') => {
    const url = values[name];
    return url === undefined ? undefined : { url: parseUrl(url, name), ...secrets };
  };
  const [msgapp, social, web] = [webhook('webhook-url'), webhook('social-webhook-url'), webhook('web-webhook-url')];
  return {
    port: parsePort(values.port),
    webhooks: { ...(msgapp ? { msgapp } : {}), ...(social ? { social } : {}), ...(web ? { web } : {}) },
  };
};

const parseOptions = (args: string[]) => {
  try {
    const stringOption = { type: 'string' } as const;
    const options = {
      port: { type: 'string', default: String(defaultPort) },
      'webhook-url': stringOption,
      'social-webhook-url': stringOption,
      'web-webhook-url': stringOption,
      'app-secret': stringOption,
      'verify-token': stringOption,
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SimulatorError('bad_request', `${error.message.split('. ', 1)[0]}. Try --help.`);
  }
};

const parsePort = (text: string): number => {
  const port = Number(text);
  if (text !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new SimulatorError('bad_request', `--port must be a number from 0 to 65535, not "${text}".`);
};

const parseUrl = (url: string, name: string): string => {
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new SimulatorError('bad_request', `--${name} must be an http or https URL, not "${url}".`);
};

const formatBanner = (url: string): string => {
  const [msgapp] = defaultAccounts;
  return [
    `The channel simulator runs at ${url} (Ctrl-C stops it).`,
    `  msgapp: phone number id ${msgapp.id}, business account ${msgapp.wabaId}, token ${msgapp.accessToken}`,
    `  What it can be told: curl ${url}/`,
    '',
  ].join('\n');
};
