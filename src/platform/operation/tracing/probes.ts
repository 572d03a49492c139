const PROBE = /^\/(health|metrics)(?=[/?]|$)/;

/** True for a health check or a scrape, which is frequent and not worth logging. */
export const isProbe = (address: string): boolean => PROBE.test(address);
