import { ApiProperty } from '@nestjs/swagger';

/** What is answered for an image; there is no media library, so nothing more is known of it. */
export class Image {
  @ApiProperty({ type: String, nullable: true })
  url: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  id: number | null;

  /** Lower case, from the path of the address; null when it has none. */
  @ApiProperty({ type: String, nullable: true })
  extension: string | null;
}

const MAX_URL_LENGTH = 2000;

/**
 * What is stored of an image that a client sent: an id as digits, or an absolute http(s) address of
 * at most 2,000 characters as it was sent (never fetched), also in the shape in which an image is
 * answered. null where it was cleared (null, `""`, `false`); undefined where it is no image, which
 * the caller answers with a 400.
 */
export function readImage(input: unknown): string | null | undefined {
  if (input === null || input === false) {
    return null;
  }
  if (typeof input === 'number') {
    return readId(input);
  }
  if (isAnswered(input)) {
    return readImage(input.id ?? input.url);
  }
  if (typeof input !== 'string') {
    return undefined;
  }
  const text = input.trim();
  if (text === '') {
    return null;
  }
  return /^\d+$/.test(text) ? readId(Number(text)) : readUrl(text);
}

/**
 * The image of what is stored; `false` where there is none. `urlTemplate` is the address of an image
 * that is known by its id, with `{id}` in it.
 */
export function presentImage(
  stored: string | null,
  urlTemplate: string | undefined,
): Image | false {
  if (stored === null) {
    return false;
  }
  const isId = /^\d+$/.test(stored);
  const ofId = urlTemplate ? urlTemplate.replaceAll('{id}', stored) : null;
  const url = isId ? ofId : stored;
  return { url, id: isId ? Number(stored) : null, extension: url && extensionOf(url) };
}

/** An image as it was answered, so that a record that was read can be written back. */
function isAnswered(input: unknown): input is Pick<Image, 'id' | 'url'> {
  return typeof input === 'object' && input !== null && 'id' in input && 'url' in input;
}

function readId(id: number): string | undefined {
  return Number.isSafeInteger(id) && id > 0 ? String(id) : undefined;
}

function readUrl(text: string): string | undefined {
  // The URL parser forgives what no reader should meet: `http:host`, inner spaces and line breaks.
  const isPlain = /^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu.test(text);
  return isPlain && text.length <= MAX_URL_LENGTH && URL.canParse(text) ? text : undefined;
}

function extensionOf(url: string): string | null {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return /[^/]\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}
