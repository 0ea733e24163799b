import { afterEach, expect, it, vi } from 'vitest';
import { startDynamodb } from '../../../tools/local/engines/dynamodb.ts';
import { stubJava } from './fixture/java.ts';

afterEach(() => vi.unstubAllEnvs());

const start = async (): Promise<void> => {
  const engine = await startDynamodb('memory');
  await engine.waitUntilReady();
};

it('a missing Java is reported with the package to install', async () => {
  stubJava();
  await expect(start()).rejects.toThrow(
    /needs Java 17 or newer, but no Java was found\. .*apt-get install openjdk-17-jre-headless.*brew install openjdk@17.*DYNAMODB_ENDPOINT/,
  );
});

it('an old Java is reported with the package to install', async () => {
  stubJava('echo "java.lang.UnsupportedClassVersionError: ... class file version 61.0" >&2; exit 1');
  await expect(start()).rejects.toThrow(/needs Java 17 or newer, but the installed Java is older\. .*apt-get/);
});

it('an unexpected exit is reported with the error of Java', async () => {
  stubJava('echo "Error: Could not reserve enough space" >&2; exit 1');
  await expect(start()).rejects.toThrow('exited unexpectedly (exit code 1). Error: Could not reserve enough space');
});
