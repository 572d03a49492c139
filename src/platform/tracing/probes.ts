const PROBE = /^\/(health|metrics)(?=[/?]|$)/;

/** Whether a request is a health check or a scrape, which is frequent and not worth logging. */
export const isProbe = (address: string): boolean => PROBE.test(address);
