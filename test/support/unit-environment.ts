// The SDK refuses to start without a region and credentials, even for a server on this machine.
Object.assign(process.env, {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  LOG_LEVEL: 'silent',
});

// The dashboard follows the language of its browser.
Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
