import { Reflector } from '@nestjs/core';

/**
 * Leaves multipart bodies of a route to Nest's `FileInterceptor` or a similar interceptor; all other
 * routes refuse files.
 */
export const ReadsFiles = Reflector.createDecorator<void, true>({ transform: () => true });
