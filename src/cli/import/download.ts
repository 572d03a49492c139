import { createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { charsetOf, textDecoderOf } from '../../platform/http/body';
import { basicAuthorization, fileAt, type TextFile } from '../../calendar/imports';
import { CommandError } from '../command-error';
import { readAddress } from './address';

const TIMEOUT_MILLISECONDS = 10 * 60_000;
const BYTES_MAX = 1024 ** 3;

/**
 * Opens a file, or downloads it into a temporary one, because a source is read twice.
 *
 * @param location a path, or an http(s) or webcal address, which may have a user and a password
 * @param work gets the file, and the default name of the source: the host, or the name of the file
 * @param most maximum bytes of the download, without compression
 * @throws CommandError when it cannot be read
 */
export async function withFile(
  location: string,
  work: (file: TextFile, name: string) => Promise<void>,
  most = BYTES_MAX,
): Promise<void> {
  if (!isAddress(location)) {
    await assertFile(location).catch((error: unknown) => {
      throw unreadable(location, error);
    });
    await work(fileAt(location), basename(location));
    return;
  }
  const { shown, url, login } = readAddress(location);
  if (!url) throw new CommandError(`${shown} is not an address.`);
  const folder = await mkdtemp(join(tmpdir(), 'calendar-import-'));
  try {
    const path = join(folder, 'file');
    await download(url, login, path, most).catch((error: unknown) => {
      throw unreadable(shown, error);
    });
    await work(fileAt(path), url.host);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const isAddress = (location: string): boolean => /^(?:https?|webcals?):[/\\]/i.test(location);

export const shownSource = (location: string): string =>
  isAddress(location) ? readAddress(location).shown : location;

/** @throws Error for a pipe or a device: it cannot be read twice, and may have no end */
async function assertFile(path: string): Promise<void> {
  await access(path, constants.R_OK);
  if (!(await stat(path)).isFile()) throw new Error('not a file');
}

async function download(
  url: URL,
  login: string | undefined,
  path: string,
  most: number,
): Promise<void> {
  const response = await fetch(url, {
    headers: basicAuthorization(login),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok || !response.body) throw new Error(`HTTP status ${response.status}`);
  await pipeline(
    Readable.fromWeb(response.body),
    limited(most),
    inUtf8(response.headers.get('content-type') ?? ''),
    createWriteStream(path),
  );
}

function inUtf8(contentType: string): Transform {
  const decode = charsetOf(contentType) === 'utf8' ? undefined : textDecoderOf(contentType);
  return new Transform({
    transform(chunk: Buffer, _encoding, then) {
      then(null, decode ? decode(chunk, true) : chunk);
    },
  });
}

function limited(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, then) {
      bytes += chunk.length;
      if (bytes > most) then(new Error(`larger than ${most} bytes`));
      else then(null, chunk);
    },
  });
}

function unreadable(location: string, error: unknown): CommandError {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const reason = code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
  return new CommandError(`${location} cannot be read (${reason}).`);
}
