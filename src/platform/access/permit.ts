import { Reflector } from '@nestjs/core';
import type { Caller } from './caller';

/** The rights of the calendar (docs/interface.md#rights). */
export type Right = 'create' | 'edit' | 'createTerms' | 'editTerms';

/** A right that a module has of its own, such as `needs('editor')`. */
export type OwnRight = (caller: Caller) => boolean;

export type PermitDemand = Right | OwnRight;

/** Declares at a route which right it needs; a route without a permit is for everybody. */
export const Permit = Reflector.createDecorator<PermitDemand>();
