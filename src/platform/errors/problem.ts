import { HttpException } from '@nestjs/common';
import { SERVICE } from '../config';
import { errorDefinition } from '../modules';
import type { ErrorCode } from './error-codes';
import { type Fault, type FieldError, type InvalidParams, paramsOf } from './fault';

interface ProblemDetails {
  /** What happened, in a sentence for the client. Defaults to the title of the code. */
  message?: string;
  faults?: readonly Fault[];
  /** Further members of `data`, described by the definition of the code. */
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The body of an error response: RFC 9457, plus members for older clients (docs/reference/errors.md). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  /** The faults of the input, each with its path. */
  errors?: FieldError[];
  /** The id of the request in the log; every response has it. */
  request_id?: string;
  data: { status: number; params?: InvalidParams; [member: string]: unknown };
}

/** An error for the client, with a code of the table of error codes. */
export class Problem extends HttpException {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    const { faults = [] } = details;
    const { status, title } = errorDefinition(code);
    const message = details.message ?? `${title}.`;
    const body: ProblemBody = {
      type: `urn:${SERVICE.urn}:problem:${code}`,
      title,
      status,
      detail: message,
      code,
      message,
      data: {
        status,
        ...(faults.some(({ path }) => path.length > 0) && { params: paramsOf(faults) }),
        ...details.data,
      },
    };
    super(body, status);
    this.message = message;
    this.code = code;
    this.headers = details.headers ?? {};
    this.faults = faults;
  }

  /** Returns the same problem with its faults assigned to the query, not to a body. */
  ofQuery(): Problem {
    const { code, message, headers } = this;
    const faults = this.faults.map((one): Fault => ({ ...one, part: 'parameter' }));
    return new Problem(code, { message, headers, faults });
  }

  get body(): ProblemBody {
    return this.getResponse() as ProblemBody;
  }
}

/** Returns a 400 that names each invalid field (docs/reference/errors.md#errors-of-fields). */
/** @throws Problem 400 with the faults, if there are any */
export function assertNoFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidParams(...faults);
}

export function invalidParams(...faults: readonly Fault[]): Problem {
  const named = Object.entries(paramsOf(faults)).map(([field, wrong]) => `${field}: ${wrong}`);
  return new Problem('rest-invalid-param', {
    message: `Invalid parameter(s): ${named.join('; ')}.`,
    faults,
  });
}
