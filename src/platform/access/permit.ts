import { Reflector } from '@nestjs/core';

/** What a route asks of its caller (contract §10); a route without a permit is for everybody. */
export type Right = 'create' | 'edit' | 'createTerms' | 'editTerms';

/** Declares at a route which right it needs. */
export const Permit = Reflector.createDecorator<Right>();
