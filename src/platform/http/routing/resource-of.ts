import type { ExecutionContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';

/** Returns the resource that a route belongs to: by convention, the path of its controller. */
export const resourceOf = (execution: ExecutionContext): string =>
  Reflect.getMetadata(PATH_METADATA, execution.getClass()) as string;
