import { Reflector } from '@nestjs/core';
import type { Caller } from '../http/request-context';

/** The rights on records that have an author and a status (docs/interface.md#rights). */
export type Right = 'create' | 'edit';

/** A right defined by a module, such as `needs('editor')`. */
export type OwnRight = (caller: Caller) => boolean;

export type PermitDemand = Right | OwnRight;

/** Declares the right that a route requires; a route without a permit is open to every caller. */
export const Permit = Reflector.createDecorator<PermitDemand>();
