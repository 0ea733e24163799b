import { parseArgs } from 'node:util';
import { channels } from './accounts.ts';
import { defaultAccounts, defaultPort } from './defaults.ts';
import { SimulatorError } from './simulator-error.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './start.ts';

const help = `Simulates the messaging channels on this machine: their API, their signed webhooks and their customers.
npm start runs it with the service. To run it alone:

  node bin/simulator.ts [--port ${defaultPort}] [--webhook-url <url>]

Options
  --port <number>             port on 127.0.0.1 (${defaultPort}; 0 picks a free port)
  --webhook-url <url>         receives messages and receipts of msgapp
  --social-webhook-url <url>  the same for social
  --web-webhook-url <url>     the same for website chats
  --app-secret <text>         signs the webhooks of msgapp and social (by default each has a local secret)
  --verify-token <text>       for the handshake of msgapp and social (by default each has a local token)
  --help                      shows this help

Examples
  curl http://127.0.0.1:${defaultPort}/                 list the control API
  curl http://127.0.0.1:${defaultPort}/sent             list the sent messages
  curl http://127.0.0.1:${defaultPort}/inbound -d '{"channel":"msgapp","from":"+4915550001111","name":"Ana","text":"Hi"}'

Everything is kept in memory and lost when the simulator stops.
`;

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
  // Before this point Ctrl-C ends the process; from here on it stops the simulator in order.
  const { promise: signal, resolve } = Promise.withResolvers<void>();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => resolve());
  process.stdout.write(formatBanner(simulator.url));
  await tryHandshakes(simulator, options);
  await signal;
  await simulator.stop();
};

/** A receiver that fails the handshake still gets webhooks: it may only be starting. */
const tryHandshakes = async (simulator: Simulator, { webhooks = {} }: SimulatorOptions): Promise<void> => {
  for (const channel of channels) {
    const webhook = webhooks[channel];
    if (!webhook) continue;
    await simulator.subscribe(channel, webhook).catch((error) => {
      if (!(error instanceof SimulatorError)) throw error;
      process.stderr.write(`${error.message} Webhooks are sent there anyway.\n`);
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
    `  Control API: curl ${url}/`,
    '',
  ].join('\n');
};
