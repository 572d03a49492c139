import { Callers, RECORDS, STATUSES } from '../support/callers';
import { BASIC, everyRight } from '../support/rights';

let callers: Callers;

beforeAll(async () => {
  callers = await Callers.start();
});
afterAll(() => callers.app.close());

// The other statuses are tested in test/api/access.test.ts.
describe.each(RECORDS)('A record of the kind %s', (kind) => {
  const others = STATUSES.filter((status) => !BASIC[kind].includes(status));
  everyRight(kind, others, () => callers);
});
