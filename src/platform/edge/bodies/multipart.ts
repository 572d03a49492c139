import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '../../foundation/errors';
import { charsetOf, US_ASCII, utf8Text } from './encodings';
import { readForm } from './parameters';
import { DEPTH_MAX, PARAMETERS_MAX, tooManyParameters } from './limits';

/** Counts the values of a multipart form: at most one part for each line that begins with a hyphen. */
export function countMultipartValues(form: Buffer): number {
  let parts = 0;
  for (let at = form.indexOf('\n-'); at >= 0; at = form.indexOf('\n-', at + 1)) parts++;
  return parts * DEPTH_MAX;
}

/**
 * Parses `multipart/form-data` (RFC 7578) as a form: names with brackets are nested values.
 *
 * @throws Problem 415 for files, and for parts in another encoding than UTF-8; 400 for an invalid
 * multipart form, and as `readForm` does; 413 for too many parts
 */
export async function readMultipart(
  body: Buffer,
  contentType: string,
): Promise<Record<string, unknown>> {
  const fields = await fieldsOf(body, contentType);
  assertPlain(body.toString('latin1'), contentType);
  // Checked here, because the parser replaces invalid UTF-8.
  utf8Text(body);
  return readForm(Buffer.from(new URLSearchParams(fields).toString()), 'utf-8');
}

function fieldsOf(body: Buffer, contentType: string): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = parserOf(contentType, body.length);
    parser
      .on('field', (name, value) => fields.push([name, value]))
      .on('file', (name, stream, filename) => {
        // Browsers send a file input without a file as an empty part without a file name.
        if (filename) reject(noFiles(name));
        stream.on('data', () => reject(noFiles(name)));
      })
      .on('fieldsLimit', () => reject(tooManyParameters()))
      .on('partsLimit', () => reject(tooManyParameters()))
      .on('error', () => reject(malformed()))
      .on('finish', () => resolve(fields))
      .end(body);
  });
}

function parserOf(contentType: string, length: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: PARAMETERS_MAX,
        parts: PARAMETERS_MAX,
        fieldSize: length,
        fieldNameSize: length,
      },
    });
  } catch {
    throw malformed();
  }
}

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;
const NOT_ASCII = /[^\p{ASCII}]/u;
/** Transfer encodings that leave the bytes of a part unchanged. */
const PLAIN = ['7bit', '8bit', 'binary'];

/**
 * Refuses parts that declare another encoding than UTF-8.
 *
 * @param body the bytes, each as a character
 * @throws Problem 415 that names the part
 */
function assertPlain(body: string, contentType: string): void {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  for (const part of `\r\n${body}`.split(`\r\n--${quoted ?? bare}`)) {
    const end = part.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const header = headerOf(part.slice(0, end));
    const type = header.get('content-type') ?? '';
    const coding = header.get('content-transfer-encoding') ?? '8bit';
    const charset = charsetOf(type);
    const isUtf8 = charset === 'utf8' || (charset === US_ASCII && !NOT_ASCII.test(part));
    if (!isUtf8 || !PLAIN.includes(coding.toLowerCase()))
      throw notPlain(header.get('content-disposition') ?? '');
  }
}

const headerOf = (lines: string): Map<string, string> =>
  new Map(
    lines.split(/\r\n(?![ \t])/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );

function notPlain(disposition: string): Problem {
  const [, quoted, bare = ''] = /;\s*name\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  const name = Buffer.from(quoted ?? bare, 'latin1').toString();
  return new Problem('rest-unsupported-media-type', {
    message:
      `Send ${name} in UTF-8, and as it is: without a Content-Transfer-Encoding, and without ` +
      'another charset in the Content-Type of its part.',
  });
}

const noFiles = (name: string): Problem =>
  new Problem('rest-unsupported-media-type', {
    message: `Files are not taken: ${name} must be a value, such as the address of an image.`,
  });

const malformed = (): Problem =>
  new Problem('rest-invalid-json', {
    message: 'The body is no multipart form with the boundary of its Content-Type.',
  });
