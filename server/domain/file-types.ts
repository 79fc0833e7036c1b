/**
 * The file types that the portal knows, by extension: which content type they are served with and how a browser may
 * show them. Content decides what a file is (server/files/sniff-content-type.ts); the extension only claims it.
 */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'none';

/** What the first bytes must be for the claim to hold. */
export type ContentFamily = 'image' | 'pdf' | 'ooxml' | 'opendocument' | 'compound' | 'zip' | 'rtf' | 'audio' | 'video' | 'text' | 'markup';

export interface FileType {
  readonly extension: string;
  readonly contentType: string;
  readonly family: ContentFamily;
  /** How the record page may show it; everything else is download only. Markup (HTML, SVG, XML) is never shown inline. */
  readonly preview: PreviewKind;
  /** Spanish, for refusals: "El contenido no corresponde a un documento PDF." */
  readonly label: string;
}

const type = (extension: string, contentType: string, family: ContentFamily, preview: PreviewKind, label: string): FileType => ({
  extension,
  contentType,
  family,
  preview,
  label,
});

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const FILE_TYPES: readonly FileType[] = [
  type('pdf', 'application/pdf', 'pdf', 'pdf', 'documento PDF'),
  type('png', 'image/png', 'image', 'image', 'imagen PNG'),
  type('jpg', 'image/jpeg', 'image', 'image', 'imagen JPG'),
  type('jpeg', 'image/jpeg', 'image', 'image', 'imagen JPG'),
  type('gif', 'image/gif', 'image', 'image', 'imagen GIF'),
  type('webp', 'image/webp', 'image', 'image', 'imagen WEBP'),
  type('bmp', 'image/bmp', 'image', 'image', 'imagen BMP'),
  type('tif', 'image/tiff', 'image', 'none', 'imagen TIFF'),
  type('tiff', 'image/tiff', 'image', 'none', 'imagen TIFF'),
  type('heic', 'image/heic', 'image', 'none', 'imagen HEIC'),
  type('docx', `${OOXML}.wordprocessingml.document`, 'ooxml', 'none', 'documento de Word'),
  type('xlsx', `${OOXML}.spreadsheetml.sheet`, 'ooxml', 'none', 'libro de Excel'),
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
  type('csv', 'text/csv', 'text', 'text', 'archivo CSV'),
  type('json', 'application/json', 'text', 'none', 'archivo JSON'),
  type('html', 'text/html', 'markup', 'none', 'página HTML'),
  type('htm', 'text/html', 'markup', 'none', 'página HTML'),
  type('xhtml', 'application/xhtml+xml', 'markup', 'none', 'página XHTML'),
  type('svg', 'image/svg+xml', 'markup', 'none', 'imagen SVG'),
  type('xml', 'application/xml', 'markup', 'none', 'archivo XML'),
  type('mht', 'multipart/related', 'markup', 'none', 'página MHT'),
  type('mhtml', 'multipart/related', 'markup', 'none', 'página MHT'),
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

export function fileTypeOf(extension: string): FileType | undefined {
  return BY_EXTENSION.get(extension.toLowerCase());
}

/** How a stored content type may be shown; parameters (`; charset=`) do not count. */
export function previewKindOf(contentType: string): PreviewKind {
  return BY_CONTENT_TYPE.get((contentType.split(';')[0] ?? '').trim().toLowerCase())?.preview ?? 'none';
}
