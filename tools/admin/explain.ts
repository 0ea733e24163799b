import { ApiError } from '../../functions/model/api-error.ts';
import { notRunning, Problem } from './problem.ts';

/** 2 for a wrong command line, 1 for everything else that went wrong. */
export const exitCodeOf = ({ code }: Problem): number => (code === 'wrong_usage' ? 2 : 1);

/** One sentence for whatever was thrown. What nobody foresaw keeps its own message. */
export const explain = (error: unknown, isDeployed: boolean): Problem => {
  if (error instanceof Problem) return error;
  const { name, code, message } = faultOf(error);
  const problem = (problemCode: string, sentence: string) => new Problem(problemCode, sentence, { cause: error });
  if (error instanceof ApiError) return problem(error.code, message);
  if (unreachable.has(code))
    return isDeployed ? problem('unreachable', `AWS cannot be reached: ${message}.`) : notRunning(error);
  if (name === 'ResourceNotFoundException') return problem('no_table', isDeployed ? noTableDeployed : noTableLocally);
  if (withoutRegion.test(message)) return problem('no_region', 'No AWS region is set; add --region or set AWS_REGION.');
  if (withoutCredentials.has(name)) return problem('no_credentials', `${noCredentials} (${message})`);
  if (forbidden.has(name)) return problem('forbidden', `AWS does not allow this: ${message}`);
  return problem('unexpected', message);
};

const unreachable = new Set([
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
  'The table, or the encryption secret, that the stack names does not exist; deploy the environment again.';
const noCredentials = 'AWS needs valid credentials: log in, set AWS_PROFILE or add --profile.';
const withoutRegion = /^Region is missing/;
const forbidden = new Set(['AccessDenied', 'AccessDeniedException']);
const withoutCredentials = new Set([
  'CredentialsProviderError',
  'TokenProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

interface Fault {
  name: string;
  code: string;
  message: string;
}

const faultOf = (error: unknown): Fault => {
  if (!(error instanceof Error)) return { name: '', code: '', message: String(error) };
  const code = 'code' in error ? String(error.code) : '';
  const [firstLine = ''] = error.message.split('\n');
  return { name: error.name, code, message: firstLine || error.name };
};
