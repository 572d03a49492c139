import { makeValidator } from 'envalid';

/** The first path segments of the service's routes outside the interface. */
const TAKEN = ['docs', 'health', 'metrics'];

/** A path segment that clients neither resolve (RFC 3986 §5.2.4) nor have to encode. */
const SEGMENT = /^(?!\.{1,2}$)[\w.~-]+$/;

/** The path of the interface, without leading and trailing slashes. */
export const namespace = makeValidator<string>((input) => {
  const path = input.replace(/^\/+|(?<!\/)\/+$/g, '');
  const segments = path.split('/');
  if (!segments.every((segment) => SEGMENT.test(segment)))
    throw new Error(
      'must be a path of letters, digits, ".", "_", "~", "-" and "/", without "." and ".." as steps',
    );
  // Routes are case-insensitive.
  const taken = TAKEN.find((name) => name === segments[0].toLowerCase());
  if (taken === undefined) return path;
  throw new Error(`must not begin with ${taken}: the service itself answers at /${taken}`);
});
