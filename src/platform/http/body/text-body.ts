import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';

const TEXT_TYPES = 'media-types-of-text-bodies';

/** The body of a route with `ReadsText`. */
export interface TextBody {
  /** Its media type. */
  type: string;
  /** In UTF-8, also if the request has another character set. */
  content: Buffer;
}

/**
 * Declares the media types of a route whose body is a text instead of JSON or a form. The
 * parameters of the query are not merged into it. The handler gets it by `@SentText()`.
 */
export const ReadsText = (...types: string[]): MethodDecorator =>
  applyDecorators(
    SetMetadata(TEXT_TYPES, types),
    ApiConsumes(...types),
    ApiBody({ required: true, schema: { type: 'string' } }),
  );

/** The body of a request: a `TextBody`, or undefined without one. */
export const SentText = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): TextBody | undefined => {
    const { body } = execution.switchToHttp().getRequest<Request>() as { body: Partial<TextBody> };
    return body.content === undefined ? undefined : (body as TextBody);
  },
);

/** Returns undefined for a route without `ReadsText`. */
export const textTypesOf = (execution: ExecutionContext): readonly string[] | undefined =>
  Reflect.getMetadata(TEXT_TYPES, execution.getHandler()) as readonly string[] | undefined;
