import type * as Jose from 'jose';
import { onDemand } from '../packages';

/** Loaded only with an issuer in the settings. */
export const jose = onDemand<typeof Jose>('jose', __filename);
