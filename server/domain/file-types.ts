import { capitalize } from './grammar.ts';

/**
 * The file types that the portal knows, by extension: the content type they are served with and what displays them.
 * Content decides what a file is (server/ports/files/sniff-content-type.ts); the extension only claims it.
 */
export type DocumentReader = 'picture' | 'pdf' | 'text' | 'csv' | 'docx' | 'xlsx' | 'audio' | 'video' | 'none';

/** What the first bytes must be for the claim to hold. */
export type ContentFamily = 'image' | 'pdf' | 'ooxml' | 'opendocument' | 'compound' | 'zip' | 'rtf' | 'audio' | 'video' | 'text' | 'markup';

export interface FileType {
  readonly extension: string;
  readonly contentType: string;
  readonly family: ContentFamily;
  /** What displays it: server/pages makes pages, tables and texts; `none` can only be downloaded. */
  readonly reader: DocumentReader;
  /** Spanish, within a sentence: "El contenido no corresponde a un documento PDF." */
  readonly label: string;
}

const type = (extension: string, contentType: string, family: ContentFamily, reader: DocumentReader, label: string): FileType => ({
  extension,
  contentType,
  family,
  reader,
  label,
});

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const FILE_TYPES: readonly FileType[] = [
  type('pdf', 'application/pdf', 'pdf', 'pdf', 'documento PDF'),
  type('png', 'image/png', 'image', 'picture', 'imagen PNG'),
  type('jpg', 'image/jpeg', 'image', 'picture', 'imagen JPG'),
  type('jpeg', 'image/jpeg', 'image', 'picture', 'imagen JPG'),
  type('gif', 'image/gif', 'image', 'picture', 'imagen GIF'),
  type('webp', 'image/webp', 'image', 'picture', 'imagen WEBP'),
  type('bmp', 'image/bmp', 'image', 'picture', 'imagen BMP'),
  type('tif', 'image/tiff', 'image', 'picture', 'imagen TIFF'),
  type('tiff', 'image/tiff', 'image', 'picture', 'imagen TIFF'),
  type('avif', 'image/avif', 'image', 'picture', 'imagen AVIF'),
  type('heic', 'image/heic', 'image', 'picture', 'imagen HEIC'),
  type('docx', `${OOXML}.wordprocessingml.document`, 'ooxml', 'docx', 'documento de Word'),
  type('xlsx', `${OOXML}.spreadsheetml.sheet`, 'ooxml', 'xlsx', 'libro de Excel'),
  type('pptx', `${OOXML}.presentationml.presentation`, 'ooxml', 'none', 'presentación de PowerPoint'),
  type('odt', `${ODF}.text`, 'opendocument', 'none', 'documento OpenDocument'),
  type('ods', `${ODF}.spreadsheet`, 'opendocument', 'none', 'hoja OpenDocument'),
  type('odp', `${ODF}.presentation`, 'opendocument', 'none', 'presentación OpenDocument'),
  type('doc', 'application/msword', 'compound', 'none', 'documento de Word'),
  type('xls', 'application/vnd.ms-excel', 'compound', 'none', 'libro de Excel'),
  type('ppt', 'application/vnd.ms-powerpoint', 'compound', 'none', 'presentación de PowerPoint'),
  type('msg', 'application/vnd.ms-outlook', 'compound', 'none', 'correo de Outlook'),
  type('zip', 'application/zip', 'zip', 'none', 'archivo ZIP'),
  type('rtf', 'application/rtf', 'rtf', 'none', 'documento RTF'),
  type('txt', 'text/plain', 'text', 'text', 'texto'),
  type('log', 'text/plain', 'text', 'text', 'texto'),
  type('csv', 'text/csv', 'text', 'csv', 'archivo CSV'),
  type('json', 'application/json', 'text', 'text', 'archivo JSON'),
  type('html', 'text/html', 'markup', 'text', 'página HTML'),
  type('htm', 'text/html', 'markup', 'text', 'página HTML'),
  type('xhtml', 'application/xhtml+xml', 'markup', 'text', 'página XHTML'),
  type('svg', 'image/svg+xml', 'markup', 'text', 'imagen SVG'),
  type('xml', 'application/xml', 'markup', 'text', 'archivo XML'),
  type('mht', 'multipart/related', 'markup', 'text', 'página MHT'),
  type('mhtml', 'multipart/related', 'markup', 'text', 'página MHT'),
  type('mp3', 'audio/mpeg', 'audio', 'audio', 'audio MP3'),
  type('wav', 'audio/wav', 'audio', 'audio', 'audio WAV'),
  type('ogg', 'audio/ogg', 'audio', 'audio', 'audio OGG'),
  type('m4a', 'audio/mp4', 'audio', 'audio', 'audio M4A'),
  type('mp4', 'video/mp4', 'video', 'video', 'video MP4'),
  type('webm', 'video/webm', 'video', 'video', 'video WEBM'),
  type('mov', 'video/quicktime', 'video', 'none', 'video MOV'),
];

const BY_EXTENSION: ReadonlyMap<string, FileType> = new Map(FILE_TYPES.map((entry) => [entry.extension, entry]));
const BY_CONTENT_TYPE: ReadonlyMap<string, FileType> = new Map([...FILE_TYPES].reverse().map((entry) => [entry.contentType, entry]));

const PROGRAMS: ReadonlySet<string> = new Set(
  'exe dll com scr msi bat cmd ps1 vbs vbe js jse wsf hta jar apk sh lnk pif reg cpl app iso'.split(' '),
);

/** Programs and scripts are refused even where any extension is accepted. */
export function isProgramExtension(extension: string): boolean {
  return PROGRAMS.has(extension);
}

export function fileTypeOf(extension: string): FileType | undefined {
  return BY_EXTENSION.get(extension.toLowerCase());
}

/** Endings that mean the same as the first ones: what one is accepted for, the other is too. */
const SAME_ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif', htm: 'html', mhtml: 'mht' };

/** The one of several endings of the same kind by which they are compared. @param extension lower case */
export function usualExtension(extension: string): string {
  return SAME_ENDINGS[extension] ?? extension;
}

/** Whether one of these extensions is that of the file, or another ending of the same kind. All are lower case. */
export function includesExtension(extensions: readonly string[], extension: string): boolean {
  return extensions.some((one) => usualExtension(one) === usualExtension(extension));
}

/** The type of a stored content type; parameters (`; charset=`) are ignored. */
export function fileTypeOfContent(contentType: string): FileType | undefined {
  return BY_CONTENT_TYPE.get((contentType.split(';')[0] ?? '').trim().toLowerCase());
}

/** The refusal of a file by a record that admits other extensions. @param name what the record is called */
export function extensionRefusal({ name, extensions }: { name: string; extensions: readonly string[] }, extension: string): string {
  return `«${name}» admite ${extensions.join(', ')}; este archivo ${extension === '' ? 'no tiene extensión' : `es «${extension}»`}.`;
}

/** `una imagen PNG`, `un libro de Excel`. */
export function typeWithArticle({ label }: Pick<FileType, 'label'>): string {
  return `${/^(imagen|hoja|presentación|página)/.test(label) ? 'una' : 'un'} ${label}`;
}

/** Adds the charset to text types; UTF-8 when a stored file's is unknown. */
export function withCharset(contentType: string, find?: () => string | undefined): string {
  return /^(?:text\/[^;]*|[^;]*[/+]xml)$/i.test(contentType) ? `${contentType}; charset=${find?.() ?? 'utf-8'}` : contentType;
}

/** For types unknown to the portal, which other programs wrote into documents. */
const FAMILY_WORDS: Readonly<Record<string, string>> = { image: 'Imagen', audio: 'Audio', video: 'Video', text: 'Texto' };

/** A readable name for a stored content type: `Documento PDF`, `Libro de Excel`, `Imagen`; '' for none. */
export function contentTypeWords(contentType: string): string {
  const known = fileTypeOfContent(contentType);
  if (known) return capitalize(known.label);
  const [family = ''] = contentType.trim().toLowerCase().split('/', 1);
  return family === '' ? '' : Object.hasOwn(FAMILY_WORDS, family) ? (FAMILY_WORDS[family] ?? '') : 'Otro formato';
}
