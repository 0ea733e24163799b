/** This replaces parts of the SDK that no function calls. */
const leaveOut = (name: string) =>
  function LeftOut(): never {
    throw new Error(`Bundles leave out ${name} of the AWS SDK: see lib/functions/plugins/lean-sdk.ts.`);
  };

export const EventStreamSerde = leaveOut('EventStreamSerde');
export const eventStreamSerdeProvider = leaveOut('eventStreamSerdeProvider');
export const Sha256Js = leaveOut('Sha256Js');
export const AdaptiveRetryStrategy = leaveOut('AdaptiveRetryStrategy');
export const DefaultRateLimiter = leaveOut('DefaultRateLimiter');
export const getInstanceMetadataRegion = leaveOut('getInstanceMetadataRegion');
export const crtAvailability = leaveOut('crtAvailability');
export const defaultUserAgent = leaveOut('defaultUserAgent');
export const awsEndpointFunctions = leaveOut('awsEndpointFunctions');
export const loggerMiddleware = leaveOut('loggerMiddleware');
export const loggerMiddlewareOptions = leaveOut('loggerMiddlewareOptions');
export const paginateQuery = leaveOut('paginateQuery');
export const paginateScan = leaveOut('paginateScan');
export const paginatedBatchGet = leaveOut('paginatedBatchGet');
export const schemaLogFilter = leaveOut('schemaLogFilter');
