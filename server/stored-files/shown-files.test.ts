import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Stats } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentContent, TableRow } from '../domain/document-content.ts';
import { noisePdf } from '../pages/testing/noise-pdf.ts';
import { pdf } from '../ports/files/testing/sample-files.ts';
import { ana, startDocumentsServer, vera, type DocumentsServer } from './testing/documents-server.ts';

/** Made by other programs: testing/files/README.md says by which. */
const FILES = path.resolve(import.meta.dirname, '../pages/testing/files');

let server: DocumentsServer;
beforeAll(async () => {
  server = await startDocumentsServer();
});

/** Stored by one person, and opened by another who may see it and nothing else. */
async function stored(name: string): Promise<{ id: string; content: DocumentContent }> {
  server.signIn(ana);
  const id = await server.uploaded(await readFile(path.join(FILES, name)), { name }, name);
  server.signIn(vera);
  return { id, content: await server.files.describeContent({ actor: vera, id }) };
}

async function pageOf(id: string, page: number, width = 1600) {
  const response = await server.get(id, `pages/${page}?w=${width}`);
  const body = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')], body.toString().slice(0, 300)).toEqual([200, 'image/webp']);
  return { body, metadata: await sharp(body).metadata(), stats: await sharp(body).stats() };
}

/** How much of the picture differs from a blank page: the spread of its light. */
const spreadOf = (stats: Stats) => Math.max(...stats.channels.map(({ stdev }) => stdev));

const document = (pages: number) => ({ form: 'pages', pages, isPicture: false, hasText: true });
const picture = (pages: number) => ({ form: 'pages', pages, isPicture: true, hasText: false });

describe('pages', () => {
  it.each([
    // A4 at 1600 px.
    ['plain.pdf', document(8), [1600, 2264], /Clausula 1\.1\. La asociada Maria Lopez deposita la cantidad de Q1,234\.11/],
    ['linearized.pdf', document(8), [1600, 2264], /Clausula 1\.1\. La asociada Maria Lopez deposita la cantidad de Q1,234\.11/],
    ['broken-xref.pdf', document(8), [1600, 2264], /Clausula 1\.1\. La asociada Maria Lopez deposita la cantidad de Q1,234\.11/],
    ['scanned-50.pdf', document(50), [1600, 2263], /^$/],
    ['lzw.tif', picture(1), [320, 240], /^$/],
    ['g4.tif', picture(1), [1240, 1754], /^$/],
    ['three.tif', picture(3), [1240, 1754], /^$/],
    ['photo.heic', picture(1), [640, 480], /^$/],
    ['cmyk.jpg', picture(1), [640, 480], /^$/],
    // Stored lying, shown standing.
    ['rotated.jpg', picture(1), [480, 640], /^$/],
    ['animated.gif', picture(1), [200, 120], /^$/],
    ['bitmap.bmp', picture(1), [60, 45], /^$/],
    ['palette.bmp', picture(1), [60, 45], /^$/],
    ['photo.avif', picture(1), [64, 48], /^$/],
    ['photo.webp', picture(1), [64, 48], /^$/],
  ] as const)('of %s are drawn with its size and text', async (name, described, [width, height], words) => {
    const { id, content } = await stored(name);
    expect(content).toMatchObject({ ...described, firstPage: { width: expect.closeTo(width, -1), height: expect.closeTo(height, -1) } });
    const { body, metadata, stats } = await pageOf(id, 1);
    expect(Math.abs((metadata.width ?? 0) - width)).toBeLessThanOrEqual(2);
    expect(Math.abs((metadata.height ?? 0) - height)).toBeLessThanOrEqual(2);
    expect([metadata.space, metadata.hasAlpha, metadata.exif, metadata.icc]).toEqual(['srgb', false, undefined, undefined]);
    // One colour on the whole first frame of the animation; everything else has marks on it.
    if (name !== 'animated.gif') expect(spreadOf(stats)).toBeGreaterThan(5);
    expect(createHash('sha256').update(body).digest()).not.toEqual(
      createHash('sha256')
        .update(await readFile(path.join(FILES, name)))
        .digest(),
    );
    const thumbnail = await pageOf(id, 1, 160);
    expect(thumbnail.metadata.width).toBe(Math.min(160, metadata.width ?? 0));
    if (name !== 'animated.gif') expect(spreadOf(thumbnail.stats)).toBeGreaterThan(2);
    const text = await server.get(id, 'text/1');
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect((await text.text()).trim()).toMatch(words);
  });

  it('differ from each other, and those beyond the last are not found', async () => {
    for (const [name, last] of [
      ['scanned-50.pdf', 50],
      ['three.tif', 3],
      ['plain.pdf', 8],
    ] as const) {
      const { id } = await stored(name);
      const seen = new Set([1, 2, last].map(String));
      const pages = await Promise.all([...seen].map((page) => pageOf(id, Number(page), 160)));
      expect(new Set(pages.map(({ body }) => body.toString('base64'))).size, name).toBe(seen.size);
      for (const part of ['pages', 'text']) expect((await server.get(id, `${part}/${last + 1}`)).status, part).toBe(404);
    }
  });

  it('keep the colours of a CMYK picture, and show the first frame of an animation', async () => {
    const [cmyk, gif] = [await stored('cmyk.jpg'), await stored('animated.gif')];
    const { stats } = await pageOf(cmyk.id, 1);
    // Blues and khaki of the photo, neither inverted nor grey.
    const original = await sharp(path.join(FILES, 'rotated.jpg')).stats();
    for (const channel of [0, 1, 2])
      expect(Math.abs((stats.channels[channel]?.mean ?? 0) - (original.channels[channel]?.mean ?? 0))).toBeLessThan(25);
    const [red, green, blue] = (await pageOf(gif.id, 1)).stats.channels.map(({ mean }) => Math.round(mean / 50));
    expect([red, green, blue]).toEqual([5, 0, 0]);
  });
});

describe('tables', () => {
  const rowsOf = async (id: string, part: number) => {
    const response = await server.get(id, `text/${part}?format=json`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return (await response.json()) as { form: string; sheet: string; rows: TableRow[] };
  };

  it('of a workbook hold its visible sheets with formatted values', async () => {
    const { id, content } = await stored('cuotas.xlsx');
    expect(content).toEqual({
      form: 'table',
      isComplete: true,
      parts: [
        { sheet: 'Cuotas', firstRow: 1, lastRow: 3, columns: 6 },
        { sheet: 'Resumen año', firstRow: 3, lastRow: 3, columns: 4 },
      ],
    });
    expect((await rowsOf(id, 1)).rows.map(({ cells }) => cells)).toEqual([
      ['Asociada', 'Fecha', 'Monto', 'Tasa', 'Pagado', 'Total'],
      ['María López', '20/11/2026', 'Q1,234.50', '6.5%', 'VERDADERO', expect.stringMatching(/^Q?2,?469(\.00?)?$/)],
      ['José Núñez', '05/01/2026 14:30', 'Q987.00', '10.0%', 'FALSO'],
    ]);
    expect(await rowsOf(id, 2)).toEqual({
      form: 'table',
      sheet: 'Resumen año',
      rows: [{ number: 3, cells: ['', 'Agencia Zunil', '', '42'] }],
    });
    expect((await server.get(id, 'text/3')).status).toBe(404);
    expect((await server.get(id, 'pages/1')).status).toBe(415);
  });

  it('of a CSV are read in Windows-1252 with semicolons', async () => {
    const { id, content } = await stored('windows-1252.csv');
    expect(content).toMatchObject({ form: 'table', parts: [{ sheet: '', firstRow: 1, lastRow: 4, columns: 4 }] });
    expect((await rowsOf(id, 1)).rows.map(({ cells }) => cells)).toEqual([
      ['código', 'nombre', 'monto', 'observación'],
      ['001', 'María López', '1,234.50', 'Pagó; completo'],
      ['002', 'José Núñez', '987.00', 'Señaló "pendiente"'],
      ['003', 'Íngrid Xuyá', '12.00', ''],
    ]);
    expect(await (await server.get(id, 'text/1')).text()).toContain('002\tJosé Núñez\t987.00\tSeñaló "pendiente"');
  });
});

describe('texts', () => {
  it.each([
    ['acta.docx', /Acta de la asamblea\nLa presidenta, María López Ajú, abrió la sesión/, /Ana Pérez/],
    ['acta.html', /^<!DOCTYPE html/i, /María López Ajú/],
    ['grafica.svg', /<svg/, /Cartera vigente/],
    ['factura-fel.xml', /^<\?xml version="1\.0"/, /Librería El Quetzal/],
  ])('of %s are shown', async (name, beginning, words) => {
    const { id, content } = await stored(name);
    expect(content).toEqual({ form: 'text', parts: 1, isComplete: true });
    const response = await server.get(id, 'text/1');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    expect(text).toMatch(beginning);
    expect(text).toMatch(words);
  });

  it.each([
    ['nota.txt', 'Señal: pagó.\nFin\n'],
    ['nota.txt', '\ufeffSeñal: pagó.\nFin\n'],
    ['datos.json', '{"saldo": 1}'],
    ['factura.xml', '<?xml version="1.0"?>\n<factura/>\n'],
    ['tabla.csv', 'código\tsaldo\n001\t987.00'],
    ['tabla.csv', '\ufeffcódigo\n001'],
  ])('of %s with the bytes %j are answered in other bytes, because viewing sends no file', async (name, content) => {
    server.signIn(ana);
    const id = await server.uploaded(Buffer.from(content), {}, name);
    server.signIn(vera);
    const body = Buffer.from(await (await server.get(id, 'text/1')).arrayBuffer());
    expect(body.equals(Buffer.from(content))).toBe(false);
    expect(new TextDecoder().decode(body)).toBe(content.replace('\ufeff', ''));
  });
});

it('reads the same bytes by the extension of the file name', async () => {
  server.signIn(ana);
  const content = Buffer.concat([Buffer.from('Una nota.\n'), pdf('Una nota')]);
  const opened = async (fileName: string) => {
    const id = await server.uploaded(content, {}, fileName);
    const answers = await Promise.all([server.get(id, 'text/1'), server.get(id, 'pages/1')]);
    return [(await answers[0].text()).startsWith('Una nota.'), answers[1].status];
  };
  expect([await opened('nota.txt'), await opened('nota.pdf')]).toEqual([
    [true, 415],
    [false, 200],
  ]);
});

describe('a print', () => {
  it('of more than 300 pages is refused with 413 and records no event', async () => {
    server.signIn(ana);
    const id = await server.uploaded(noisePdf(301, { height: 20 }));
    const response = await server.get(id, 'print');
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      413,
      'El documento tiene 301 páginas y desde el portal se imprimen hasta 300. Descárguelo para imprimirlo.',
    ]);
    expect(await server.ledger(id)).toMatchObject([{ kind: 'upload' }]);
  });

  const printed = async (name: string) => {
    const { id } = await stored(name);
    server.signIn(ana);
    const response = await server.get(id, 'print');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    return response.text();
  };

  it('holds every page, each a different picture', async () => {
    const pages = [...(await printed('three.tif')).matchAll(/<img alt="Página (\d)" src="data:image\/webp;base64,([^"]+)">/g)];
    expect(pages.map(([, page]) => page)).toEqual(['1', '2', '3']);
    expect(new Set(pages.map(([, , picture]) => picture)).size).toBe(3);
  });

  it('holds tables and texts as escaped markup', async () => {
    const table = await printed('cuotas.xlsx');
    expect(table).toContain('<caption>Cuotas</caption>');
    expect(table).toContain('<tr><td>José Núñez</td><td>05/01/2026 14:30</td><td>Q987.00</td>');
    expect(table).toContain('<caption>Resumen año</caption>');
    const markup = await server.uploaded(Buffer.from('<i>uno;dos\n1;2\n'), { name: '<b>lista' }, 'lista.csv');
    const list = await (await server.get(markup, 'print')).text();
    expect(list).toContain('<title>&lt;b&gt;lista.csv</title>');
    expect(list).toContain('<tr><td>&lt;i&gt;uno</td><td>dos</td></tr>');
    expect(await printed('factura-fel.xml')).toContain('&lt;dte:Descripcion&gt;Resma de papel bond tamaño carta&lt;/dte:Descripcion&gt;');
  });
});

describe('a file that cannot be shown', () => {
  it.each([
    ['encrypted.pdf', 'El PDF está protegido con contraseña y el portal no puede mostrarlo.'],
    ['no-pages.pdf', 'El PDF no tiene páginas.'],
    ['paquete.zip', 'Es un archivo comprimido (ZIP): el portal no muestra lo que contiene.'],
  ])('%s is refused with 415 and the reason, and no event is recorded', async (name, reason) => {
    const { id, content } = await stored(name);
    expect(content).toEqual({ form: 'none', reason });
    for (const address of ['pages/1', 'text/1', 'view']) {
      const response = await server.get(id, address);
      expect([response.status, ((await response.json()) as { detail: string }).detail], address).toEqual([415, reason]);
    }
    server.signIn(ana);
    const printed = await server.get(id, 'print');
    expect([printed.status, ((await printed.json()) as { detail: string }).detail]).toEqual([
      415,
      `El archivo no se puede imprimir. ${reason}`,
    ]);
    expect(await server.ledger(id)).toMatchObject([{ kind: 'upload' }]);
  });
});
