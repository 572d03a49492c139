import build from '../build';

/** The part of the project configuration that the setup reads. */
interface Project {
  globals: { chromium?: string; noChromium: string };
}

/** Jest's global setup of the project `browser`: fails once if no browser is found. */
export default function requireChromium(_: unknown, { globals }: Project): void {
  if (!globals.chromium)
    throw new Error(`The pages cannot be tested in a browser: ${globals.noChromium}`);
  build();
}
