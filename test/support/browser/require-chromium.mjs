import { findChromium, NO_CHROMIUM } from './find-chromium.mjs';

/** Jest's global set-up of the project `browser`: says what is missing, once. */
export default function requireChromium() {
  if (!findChromium()) throw new Error(`The pages cannot be tested in a browser: ${NO_CHROMIUM}`);
}
