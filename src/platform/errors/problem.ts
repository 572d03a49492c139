import { HttpException } from '@nestjs/common';
import { errorDefinition } from '../modules';
import { SERVICE } from '../service';
import type { ErrorCode } from './error-codes';

/** Field name → what is wrong with it. */
export type InvalidParams = Record<string, string>;

interface ProblemDetails {
  /** What happened, in a sentence for the reader of the answer. Defaults to the code's title. */
  message?: string;
  params?: InvalidParams;
  /** More members of `data`, which the definition of the code describes. */
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The body of an error answer: RFC 9457, plus members for older clients (docs/errors.md). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  /** The id of the request in the log; every answer has it. */
  request_id?: string;
  data: { status: number; params?: InvalidParams; [member: string]: unknown };
}

/** An error for the client, with a code of the table of error codes. */
export class Problem extends HttpException {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    const { status, title } = errorDefinition(code);
    const message = details.message ?? `${title}.`;
    const body: ProblemBody = {
      type: `urn:${SERVICE.urn}:problem:${code}`,
      title,
      status,
      detail: message,
      code,
      message,
      data: { status, ...(details.params && { params: details.params }), ...details.data },
    };
    super(body, status);
    this.message = message;
    this.code = code;
    this.headers = details.headers ?? {};
  }

  get body(): ProblemBody {
    return this.getResponse() as ProblemBody;
  }
}

/** 400 that names each bad field (docs/interface.md#errors). */
export function invalidParams(params: InvalidParams): Problem {
  const named = Object.entries(params).map(([field, wrong]) => `${field}: ${wrong}`);
  return new Problem('rest-invalid-param', {
    message: `Invalid parameter(s): ${named.join('; ')}.`,
    params,
  });
}

/**
 * Runs several checks and reports the invalid fields of all of them together
 * (docs/interface.md#input).
 *
 * @returns the results of the checks
 * @throws Problem rest-invalid-param with every invalid field, or whatever else a check throws
 */
export async function allValid<Found extends unknown[]>(
  ...checks: { [Place in keyof Found]: () => Found[Place] | Promise<Found[Place]> }
): Promise<Found> {
  const found: unknown[] = [];
  const params: InvalidParams = {};
  for (const check of checks)
    try {
      found.push(await check());
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rest-invalid-param') throw error;
      Object.assign(params, error.body.data.params);
    }
  if (Object.keys(params).length > 0) throw invalidParams(params);
  return found as Found;
}
