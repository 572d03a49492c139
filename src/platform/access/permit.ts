import { Reflector } from '@nestjs/core';
import type { Caller } from './caller';

/** The rights of the calendar (docs/interface.md#rights). */
export type Right = 'create' | 'edit' | 'createTerms' | 'editTerms';

/** A right that a module defines itself, such as `needs('editor')`. */
export type OwnRight = (caller: Caller) => boolean;

export type PermitDemand = Right | OwnRight;

/** Declares the right that a route needs; a route without a permit is open to everybody. */
export const Permit = Reflector.createDecorator<PermitDemand>();
