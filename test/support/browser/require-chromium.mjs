import { findChromium, NO_CHROMIUM } from './find-chromium.mjs';

/** Jest's global setup of the project `browser`: fails once if no browser is found. */
export default function requireChromium() {
  if (!findChromium()) throw new Error(`The pages cannot be tested in a browser: ${NO_CHROMIUM}`);
}
