import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '../../errors';
import { utf8Text } from './encodings';
import { readForm } from './parameters';
import { PARAMETERS_MAX, tooManyParameters } from './limits';

/**
 * Parses `multipart/form-data` (RFC 7578) as a form: names with brackets are nested values.
 *
 * @throws Problem 415 for files, and for parts with a transfer encoding; 400 for an invalid
 * multipart form, and as `readForm` does; 413 for too many parts
 */
export async function readMultipart(
  body: Buffer,
  contentType: string,
): Promise<Record<string, unknown>> {
  const fields = await fieldsOf(body, contentType);
  // Checked here, because the parser replaces invalid UTF-8.
  utf8Text(body);
  return readForm(Buffer.from(new URLSearchParams(fields).toString()), 'utf-8');
}

/** Transfer encodings that leave the bytes of a part unchanged. */
const PLAIN = ['7bit', '8bit', 'binary'];

function fieldsOf(body: Buffer, contentType: string): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = parserOf(contentType, body.length);
    parser
      .on('field', (name, value, _nameCut, _cut, transferEncoding) => {
        if (!PLAIN.includes(transferEncoding.toLowerCase())) reject(encoded(name));
        fields.push([name, value]);
      })
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

const noFiles = (name: string): Problem =>
  new Problem('rest-unsupported-media-type', {
    message: `Files are not accepted: ${name} must be a value, such as the URL of an image.`,
  });

const encoded = (name: string): Problem =>
  new Problem('rest-unsupported-media-type', {
    message: `Send ${name} as it is, without a Content-Transfer-Encoding.`,
  });

const malformed = (): Problem =>
  new Problem('rest-invalid-json', {
    message: 'The body is not a multipart form with the boundary of its Content-Type.',
  });
