import { Switchboard } from '@switchboard-messaging/client';

/** The client, from the variables that `npm start` of the service prints. */
export const connect = () => {
  const { BASE_URL: baseUrl = 'http://127.0.0.1:4000/v1', API_KEY: apiKey } = process.env;
  if (!apiKey) {
    console.error('Set API_KEY to an API key of your workspace.');
    process.exit(1);
  }
  return new Switchboard({ apiKey, baseUrl });
};
