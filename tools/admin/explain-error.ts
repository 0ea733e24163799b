import { CommanderError } from 'commander';
import { ApiError } from '../../functions/model/api-error.ts';
import { AdminError, notRunning, usageError } from './admin-error.ts';

/** Turns anything thrown into one sentence and a code. An unexpected error keeps its own first line. */
export const explainError = (error: unknown, isDeployed: boolean): AdminError => {
  if (error instanceof AdminError) return error;
  if (error instanceof CommanderError) return usageError(toSentence(error));
  const { name, code, message } = readError(error);
  const adminError = (adminCode: string, sentence: string) => new AdminError(adminCode, sentence, { cause: error });
  if (error instanceof ApiError) return adminError(error.code, message);
  if (networkErrors.has(code))
    return isDeployed ? adminError('unreachable', `AWS cannot be reached: ${message}.`) : notRunning(error);
  if (name === 'ResourceNotFoundException')
    return adminError('no_table', isDeployed ? noTableDeployed : noTableLocally);
  if (isMissingRegion(error)) return adminError('no_region', 'No AWS region is set; add --region or set AWS_REGION.');
  if (credentialErrors.has(name)) return adminError('no_credentials', `${noCredentials} (${message})`);
  if (accessErrors.has(name)) return adminError('forbidden', `AWS does not allow this: ${message}`);
  return adminError('unexpected', message);
};

/** Commander writes "error: unknown option '--x'", with a suggestion on a second line. */
const toSentence = ({ code, message }: CommanderError): string => {
  if (code === 'commander.help') return 'The command is incomplete.';
  const text = message.replace(/^error: /, '').replace('\n', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)]$/.test(text) ? '' : '.'}`;
};

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);
const noTableLocally = 'The local service has no table yet; wait until npm start says that it is ready.';
const noTableDeployed =
  'The table or the encryption secret that the stack names does not exist; deploy the environment again.';
const noCredentials = 'AWS needs valid credentials: log in, set AWS_PROFILE or add --profile.';

export const isMissingRegion = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Region is missing');

const accessErrors = new Set(['AccessDenied', 'AccessDeniedException']);
const credentialErrors = new Set([
  'CredentialsProviderError',
  'TokenProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

const readError = (error: unknown): { name: string; code: string; message: string } => {
  if (!(error instanceof Error)) return { name: '', code: '', message: String(error) };
  const code = 'code' in error ? String(error.code) : '';
  const [firstLine = ''] = error.message.split('\n');
  return { name: error.name, code, message: firstLine || error.name };
};
