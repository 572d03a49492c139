import { Temporal } from 'temporal-polyfill';
import { isoOffset, readUtcOffset } from './utc-offset';

/** Milliseconds: from one change of a zone's clocks, included, until the next one, excluded. */
interface OffsetSpan {
  from: number;
  until: number;
  offset: number;
}

const SPANS_PER_ZONE = 64;
const MAX_ZONES = 2_500;
const spansByZone = new Map<string, OffsetSpan[]>();

/**
 * How far a zone's clocks are ahead of UTC at an instant, both in milliseconds.
 *
 * Finding a zone's transitions costs up to milliseconds and a list asks dozens of times, so the
 * spans between them are kept.
 *
 * @throws RangeError for a zone that is neither an IANA name nor a `UTC±h[:mm]` name.
 */
export function offsetAt(zone: string, epochMs: number): number {
  const spans = spansByZone.get(zone);
  const known = spans?.find((span) => span.from <= epochMs && epochMs < span.until);
  if (known) return known.offset;

  const found = findSpan(zone, epochMs);
  remember(zone, spans ?? [], found);
  return found.offset;
}

/** The zone's identifier for Temporal, which writes `UTC-5:30` as `-05:30`. */
export function temporalZone(zone: string): string {
  const minutes = zone === 'UTC' ? undefined : readUtcOffset(zone);
  return minutes === undefined ? zone : isoOffset(minutes);
}

function findSpan(zone: string, epochMs: number): OffsetSpan {
  const zoneId = temporalZone(zone);
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zoneId);
  const here = at(epochMs);
  // The transition before an instant excludes the instant itself.
  const previous = at(epochMs + 1).getTimeZoneTransition('previous');
  const next = here.getTimeZoneTransition('next');
  return {
    from: previous?.epochMilliseconds ?? -Infinity,
    until: next?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  };
}

function remember(zone: string, spans: OffsetSpan[], span: OffsetSpan): void {
  spans.push(span);
  if (spans.length > SPANS_PER_ZONE) spans.shift();
  if (spansByZone.size >= MAX_ZONES) spansByZone.clear();
  spansByZone.set(zone, spans);
}
