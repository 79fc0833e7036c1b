import type ExcelJS from 'exceljs';
import { escapeHtml } from '../platform/escape-html.ts';
import type { SheetPicture } from './sheet.ts';

/**
 * Pictures in a streamed workbook: exceljs writes them only into workbooks held in memory. The missing parts (a drawing, its relations, its
 * content type and one element in the sheet) are added here while it writes.
 */
interface SheetInternals {
  _sheetRelsWriter: { addMedia(media: { Target: string; Type: string }): string };
  /** Called at the position of `drawing` in the schema: after the page's header and footer. */
  _writeLegacyData(): void;
  stream: { write(xml: string): void };
}
interface BookInternals {
  zip: { append(source: string, entry: { name: string }): unknown };
}

/** In English Metric Units. */
const PIXEL = 9_525;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** @param placed `top`: the picture's first row, from 0. Called once per workbook, before the sheet is committed. */
export function drawPictures(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  sheet: ExcelJS.Worksheet,
  placed: readonly { picture: SheetPicture; top: number }[],
): void {
  if (placed.length === 0) return;
  const { zip } = workbook as unknown as BookInternals;
  const inner = sheet as unknown as SheetInternals;
  const relations = placed.map(({ picture }, place) => {
    const image = workbook.addImage({ buffer: Buffer.from(picture.png) as unknown as ExcelJS.Buffer, extension: 'png' });
    return `<Relationship Id="rId${place + 1}" Type="${RELATIONS}/image" Target="../media/image${image}.png"/>`;
  });
  zip.append(`${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${relations.join('')}</Relationships>`, {
    name: 'xl/drawings/_rels/drawing1.xml.rels',
  });
  zip.append(
    `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${RELATIONS}">${placed.map(anchorOf).join('')}</xdr:wsDr>`,
    { name: 'xl/drawings/drawing1.xml' },
  );
  const relation = inner._sheetRelsWriter.addMedia({ Target: '../drawings/drawing1.xml', Type: `${RELATIONS}/drawing` });
  inner._writeLegacyData = () => inner.stream.write(`<drawing r:id="${relation}"/>`);
  nameContentType(zip);
}

function anchorOf({ picture: { title, width, height }, top }: { picture: SheetPicture; top: number }, place: number): string {
  const size = `cx="${width * PIXEL}" cy="${height * PIXEL}"`;
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${top}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>
<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${place + 2}" name="Gráfica ${place + 1}" descr="${escapeHtml(title)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>
<xdr:blipFill><a:blip r:embed="rId${place + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>
<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
}

/** Adds the content type to the list of parts, which exceljs writes last, as one text. */
function nameContentType(zip: BookInternals['zip']): void {
  const append = zip.append.bind(zip);
  zip.append = (source, entry) => {
    const part = `<Override PartName="/xl/drawings/drawing1.xml" ContentType="${CONTENT_TYPE}"/></Types>`;
    return append(entry.name === '[Content_Types].xml' ? source.replace('</Types>', part) : source, entry);
  };
}
