import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { toStream, type LocalFile } from '../files/file-store.ts';

/**
 * multipart/form-data with some fields and one file, produced while the file is read: memory does not grow with its size. `fileBytes`: how
 * many bytes of the file have been read so far.
 */
export function multipartBody(input: {
  fields: Readonly<Record<string, string>>;
  file: { body: Readable | LocalFile; fileName: string; contentType: string };
}): { contentType: string; body: Readable; fileBytes: () => number } {
  const boundary = `----portal-${randomBytes(18).toString('hex')}`;
  let bytes = 0;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Readable.from(
      parts(boundary, input, (count) => (bytes += count)),
      { objectMode: false },
    ),
    fileBytes: () => bytes,
  };
}

async function* parts(
  boundary: string,
  input: Parameters<typeof multipartBody>[0],
  onFile: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for (const [name, value] of Object.entries(input.fields)) {
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quotable(name)}"\r\n\r\n${value}\r\n`);
  }
  const { fileName, contentType } = input.file;
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quotable(fileName)}"\r\nContent-Type: ${contentType.replace(/[\r\n]/g, '')}\r\n\r\n`,
  );
  for await (const chunk of (await toStream(input.file.body)) as AsyncIterable<Buffer>) {
    onFile(chunk.length);
    yield chunk;
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Escapes quotes and line ends as browsers do, so that a name cannot add headers or parts. */
function quotable(text: string): string {
  return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22').replace(/\0/g, '');
}
