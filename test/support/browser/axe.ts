import { readFileSync } from 'node:fs';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lays out the parts off the screen in full. Those with `content-visibility: auto` are clipped to
 * a provisional height, but axe measures their elements at full height, and so sees them on the
 * parts below.
 */
const LAY_OUT = `{
  const style = new CSSStyleSheet();
  style.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [style];
}`;

/** Lays out the whole page, so that wide parts anywhere on it make it scroll sideways. */
export async function layOut(page: Page): Promise<void> {
  await page.evaluate(LAY_OUT);
}

/**
 * Returns the accessibility problems that axe finds on a page (WCAG 2 and best practices).
 *
 * @param within selectors of the parts to test; the whole page takes axe very long if it is large
 * @param rules the rules to apply, if not all of them
 * @returns a line per problem: the rule, the element and the reason
 */
export async function faultsOf(
  page: Page,
  within = ['html'],
  rules?: readonly string[],
): Promise<string[]> {
  await page.evaluate(SOURCE);
  await layOut(page);
  // Waits for transitions, so that final colours are measured.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})',
  );
  const { violations } = await page.evaluate<{ violations: Result[] }>(
    `axe.run(${JSON.stringify({ include: within })}, ${JSON.stringify({ resultTypes: ['violations'], runOnly: rules })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
