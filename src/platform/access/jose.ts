import type * as Jose from 'jose';
import { onDemand } from '../packages';

/** Used with an issuer in the settings alone. */
export const jose = onDemand<typeof Jose>('jose', __filename);
