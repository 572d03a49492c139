import { applyDecorators, Header } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';

interface Deprecation {
  /** `2027-05-01`. */
  since: string;
  /** The earliest day of the removal, at least twelve months later (docs/reference/compatibility.md). */
  sunset: string;
}

/**
 * Marks a route in the document, and by the header fields `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of its
 * responses.
 */
export const Deprecated = ({ since, sunset }: Deprecation): MethodDecorator =>
  applyDecorators(
    Header('Deprecation', `@${Date.parse(since) / 1000}`),
    Header('Sunset', new Date(sunset).toUTCString()),
    // Without a summary: its default would replace that of a decorator below.
    ApiOperation({ deprecated: true, summary: undefined }),
    ApiExtension('x-sunset', sunset),
  );
