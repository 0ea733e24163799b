/** Lambda has no ~/.aws; the SDK would look for both files at the first call. */
export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });

export const CONFIG_PREFIX_SEPARATOR = '.';
