import { defaultPort } from './defaults.ts';

export const help = `Stands in for the messaging channels on this machine: their API, their signed webhooks, and customers who write.
npm start runs it beside the service; by itself it is

  node bin/simulator.ts [--port ${defaultPort}] [--webhook-url <url>]

Options
  --port <number>             port on 127.0.0.1 (${defaultPort}; 0 takes any that is free)
  --webhook-url <url>         where msgapp tells of messages and receipts
  --social-webhook-url <url>  the same for social
  --web-webhook-url <url>     the same for website chats
  --app-secret <text>         signs the webhooks of msgapp and social (by default each has a local secret)
  --verify-token <text>       goes with the handshake of msgapp and social (by default each has a local token)
  --help                      shows this

Then, for example
  curl http://127.0.0.1:${defaultPort}/                 lists what it can be told
  curl http://127.0.0.1:${defaultPort}/sent             what was sent
  curl http://127.0.0.1:${defaultPort}/inbound -d '{"channel":"msgapp","from":"+4915550001111","name":"Ana","text":"Hi"}'

Nothing is kept: stopping it forgets everything.
`;
