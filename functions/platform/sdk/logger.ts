/** Functions log for themselves. The SDK would copy every input and output for a log that goes nowhere. */
export const getLoggerPlugin = () => ({ applyToStack: (): void => undefined });
