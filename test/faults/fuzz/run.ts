import { maxHeaderSize } from 'node:http';
import { Agent } from 'node:http';
import {
  describeRequest,
  send,
  type Way,
  type WireResponse,
  type WireRequest,
} from '../../support/fuzz/wire';
import type { ResponseChecker } from '../../support/fuzz/response-checker';
import type { Caller, Callers } from './callers';
import { diverted, type FuzzRequest } from './requests';
import type { Canaries } from './canaries';
import type { LeakChecker } from './leak-checker';

const IN_FLIGHT = 12;
/** The run stops after this many failures. */
const FAILURES_MAX = 5;
/**
 * Client addresses for requests with invalid credentials, so that their rate limit does not
 * affect other requests. Only Linux routes all of 127.0.0.0/8 to this machine; elsewhere these
 * requests are left out.
 */
const WRONG_ADDRESSES = process.platform === 'linux' ? 200 : 0;
const SHOWN_CHARACTERS = 1000;

export interface FuzzReport {
  sent: number;
  seconds: number;
  statuses: Record<string, number>;
  failures: string[];
}

export interface Checkers {
  callers: Callers;
  canaries: Canaries;
  document: ResponseChecker;
  leaks: LeakChecker;
}

export async function fuzz(
  origin: string,
  requests: Iterator<FuzzRequest, undefined>,
  { callers, canaries, document, leaks }: Checkers,
): Promise<FuzzReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const start = performance.now();
  let sent = 0;
  const judge = async (caller: Caller, request: WireRequest, way: Way): Promise<string[]> => {
    let response: WireResponse | undefined;
    const faults: string[] = [];
    try {
      response = await send(origin, request, way);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      faults.push(
        ...document.faults(request, response),
        ...leaks.faults(caller, request, response),
      );
    } catch (error) {
      // Node answers 431 and closes the connection, which may destroy the answer while the client still sends.
      const isTooLong = request.target.length > maxHeaderSize;
      if (!isTooLong)
        faults.push(`there is no answer, or one that cannot be read: ${String(error)}`);
    }
    if (faults.length === 0) return [];
    return [...faults.map((fault) => `- ${fault}`), ...(response ? [shown(response)] : [])];
  };
  const work = async (): Promise<void> => {
    while (failures.length < FAILURES_MAX) {
      const { value } = requests.next();
      if (!value) return;
      const turn = sent++;
      const caller = callers.of(value.wire.headers.Authorization);
      if (caller.isWrong && WRONG_ADDRESSES === 0) continue;
      const request = diverted(value.wire, caller, canaries, turn);
      const faults = await judge(caller, request, {
        ...(value.isDecent && !caller.isWrong && { agent }),
        ...(caller.isWrong && { localAddress: `127.0.1.${1 + (turn % WRONG_ADDRESSES)}` }),
      });
      if (faults.length > 0)
        failures.push(
          [`Request ${turn}, of ${caller.name}:`, describeRequest(request), ...faults].join('\n'),
        );
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  agent.destroy();
  return { sent, seconds: (performance.now() - start) / 1000, statuses, failures };
}

function shown({ status, headers, text }: WireResponse): string {
  const telling = headers
    .split('\n')
    .filter((line) => /^(content-type|location|link|x-tec|etag|last-mod|retry|allow)/i.test(line));
  return [`Answered ${status}`, ...telling, text.slice(0, SHOWN_CHARACTERS)].join('\n');
}
