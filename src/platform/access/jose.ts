import type * as Jose from 'jose';
import { onDemand } from '../foundation/reuse';

/** Loaded only with an issuer in the settings. */
export const jose = onDemand<typeof Jose>('jose', __filename);
