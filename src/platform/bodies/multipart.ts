import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '../errors';
import { readForm } from './form';
import { DEPTH_MAX, PARAMETERS_MAX, type ValueCount } from './limits';
import { utf8Text } from './not-utf8';

const [LINE_FEED, HYPHEN] = Buffer.from('\n-');

/** Counts the values of a multipart form: at most one part for each line that begins with a hyphen. */
export class MultipartCount implements ValueCount {
  private parts = 0;
  private previous = 0;

  get values(): number {
    return this.parts * DEPTH_MAX;
  }

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === HYPHEN && this.previous === LINE_FEED) this.parts++;
      this.previous = byte;
    }
  }
}

/**
 * Parses `multipart/form-data` (RFC 7578) as a form: names with brackets stand for nested values.
 *
 * @throws Problem 400 for files, for what is no multipart form, and as `readForm` does; 413 for too
 *   many parts
 */
export async function readMultipart(
  body: Buffer,
  contentType: string,
): Promise<Record<string, unknown>> {
  const fields = await fieldsOf(body, contentType);
  // What is not UTF-8 would have been replaced.
  utf8Text(body);
  return readForm(Buffer.from(new URLSearchParams(fields).toString()), 'utf-8');
}

function fieldsOf(body: Buffer, contentType: string): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = parserOf(contentType, body.length);
    parser
      .on('field', (name, value) => fields.push([name, value]))
      .on('file', (name, stream) => {
        stream.resume();
        reject(noFiles(name));
      })
      .on('fieldsLimit', () => reject(tooMany()))
      .on('partsLimit', () => reject(tooMany()))
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
    message: `Files are not taken: ${name} must be a value, such as the address of an image.`,
  });

const tooMany = (): Problem =>
  new Problem('rest-body-too-large', {
    message: `The form has more than ${PARAMETERS_MAX} parameters.`,
  });

const malformed = (): Problem =>
  new Problem('rest-invalid-json', {
    message: 'The body is no multipart form with the boundary of its Content-Type.',
  });
