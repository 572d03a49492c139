const PROBE = /^\/(health|metrics)(?=[/?]|$)/;

/** What programs that watch the service ask for, again and again, and nobody wants to read of. */
export const isProbe = (address: string): boolean => PROBE.test(address);
