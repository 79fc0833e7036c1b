import ExcelJS from 'exceljs';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { performBulk } from '#server/features/bulk/perform-bulk.ts';
import { checkImport } from '#server/imports/check-import.ts';
import { IMPORT_MAX_ROWS, importUrl } from '#server/domain/imports.ts';
import { loadStaff } from '#server/staff/load-staff.ts';
import type { TestWeb } from './test-web.ts';
import { setUsedPoints } from '#server/testing/spent-limits.ts';

const AGENCIES = '/locations/list-agencies';
const TYPES = '/maintenance/digitalization/document-type/list-document-type';
const HTML = { Accept: 'text/html' };

const PHOTOS = ['https://prueba.coop/una,dos.jpg', 'https://prueba.coop/tres.jpg'];
const FIELDS = [{ clave: 'dpi', etiqueta: 'DPI', tipo: 'texto', obligatorio: true, validador: '', opciones: [] }];

type Cells = readonly (Date | number | string | object | null)[];

async function workbook(
  sheets: Readonly<Record<string, readonly Cells[]>>,
  alter: (book: ExcelJS.Workbook) => void = () => undefined,
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows.map((row) => [...row]));
  alter(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Import of records from a spreadsheet, uploaded and applied as by a browser without scripts. */
export function importsContract(web: TestWeb): void {
  const store = () => web.portal.documents.main;
  const auditOf = async (path: string) =>
    (await store().query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] })).length;

  async function uploadImport(content: Buffer | string, { list = AGENCIES, name = 'agencias.xlsx', headers = HTML } = {}) {
    const form = new FormData();
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
    return web.getSigned(importUrl(list), { method: 'POST', body: form, headers });
  }

  async function uploadAndRead(content: Buffer | string, options: Parameters<typeof uploadImport>[1] = {}) {
    const answer = await uploadImport(content, options);
    expect(answer.status).toBe(303);
    const id = new URL(answer.headers.get('location') ?? '', web.base).searchParams.get('id') ?? '';
    return { id, run: await runOf(id, options.list) };
  }

  async function runOf(id: string, url = AGENCIES) {
    const { run } = await web.portal.imports.getImport({ actor: await admin(), url, id, outcome: '', page: 1 });
    if (!run) throw new Error(`no import ${id}`);
    return run;
  }

  const admin = async () => {
    const staff = await loadStaff(web.portal, { uid: web.administrator.id, sessionId: '' });
    if (!staff) throw new Error('nobody is there');
    return staff;
  };
  const apply = (id: string, { list = AGENCIES, intent = 'apply' } = {}) =>
    web.getSigned(importUrl(list), { method: 'POST', body: new URLSearchParams({ intent, id }), headers: HTML });
  const rowSummaries = (rows: Awaited<ReturnType<typeof runOf>>['rows']) =>
    rows.map(({ sheet, row, outcome, problems }) => [sheet, row, outcome, ...problems]);
  const named = async (nombre: string) => store().query({ collection: 'agencias', where: [{ field: 'nombre', op: '==', value: nombre }] });

  const HEAD = ['Nombre *', 'Tipo *', 'Dirección *', 'Teléfono', 'Latitud', 'Longitud'];
  const central = ['Central importada', 'Agencia', 'Zona 1', '00123456', 14.6, -90.5];

  describe('the import of a list from a spreadsheet', () => {
    beforeAll(async () => {
      const { id } = web.administrator;
      await store().set(`usuarios/${id}`, { id, name: 'Ana Pérez', email: 'ana@prueba.coop', role: 'admin', state: true });
    });

    it('has a template whose example row is ignored and whose filled rows are accepted', async () => {
      const answer = await web.getSigned(`${importUrl(AGENCIES)}/template`);
      expect(answer.headers.get('content-disposition')).toContain('plantilla-agencias.xlsx');
      const accented = await web.getSigned(`${importUrl('/educacion/cooperativista')}/template`);
      expect(accented.headers.get('content-disposition')).toContain('plantilla-temas-de-educacion.xlsx');
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(await answer.arrayBuffer());
      const sheet = book.getWorksheet('Datos');
      expect((sheet?.getRow(1).values as string[]).slice(1, 4)).toEqual(['Nombre *', 'Tipo *', 'Estado']);
      expect(sheet?.getCell('B5').dataValidation).toMatchObject({ type: 'list', formulae: ['Valores!$A$2:$A$4'] });
      expect(book.getWorksheet('Valores')?.getColumn(1).values.slice(1)).toEqual(['Tipo', 'Agencia', 'Cajero automático', 'Agente']);
      const empty = await uploadImport(Buffer.from(await book.xlsx.writeBuffer()));
      expect((await web.toastAfter(empty))?.text).toBe('El archivo no tiene filas que importar.');
      if (sheet) sheet.getRow(3).values = ['De plantilla', 'agente', 'activa', 'Zona 3'];
      const { run } = await uploadAndRead(Buffer.from(await book.xlsx.writeBuffer()));
      expect(rowSummaries(run.rows)).toEqual([['Datos', 3, 'new']]);
    });

    it('offers in its template what cells with several values take', async () => {
      const extensiones = [
        { id: 'pdf', value: 'Documento PDF' },
        { id: 'tif', value: 'Imagen TIF' },
      ];
      await web.portal.documents.digitalization.set('constantes/extensionTypes', { items: extensiones, isActive: true });
      await web.portal.documents.digitalization.set('constantes/fieldValidators', {
        items: [{ id: 'dpi', value: '^\\d{13}$' }],
        isActive: true,
      });
      await web.portal.documents.digitalization.set('categorias/plantilla', { nombre: 'De plantilla', estado: true });
      await web.portal.readModel.projectNow('digitalization', ['categorias/plantilla']);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(await (await web.getSigned(`${importUrl(TYPES)}/template`)).arrayBuffer());
      const sheet = book.getWorksheet('Datos');
      const columnOf = (label: string) => (sheet?.getRow(1).values as string[]).indexOf(label);
      const [extensions, fields] = [columnOf('Extensiones'), columnOf('Campos')];
      const validationOf = (column: number) => sheet?.getCell(5, column).dataValidation;
      expect([validationOf(extensions), validationOf(fields)]).toEqual([undefined, undefined]);
      const values = book.getWorksheet('Valores');
      const lists = Array.from({ length: values?.columnCount ?? 0 }, (_unused, index) => values?.getColumn(index + 1).values.slice(1));
      expect(lists.slice(-2)).toEqual([
        ['Extensiones', 'pdf', 'tif'],
        ['Campos: validadores', 'dpi'],
      ]);
      // The example is filled in as it is, for another type.
      const example = sheet?.getRow(2);
      if (example) example.getCell(1).value = 'De plantilla';
      const { run } = await uploadAndRead(Buffer.from(await book.xlsx.writeBuffer()), { list: TYPES });
      expect(rowSummaries(run.rows)).toEqual([['Datos', 2, 'new']]);
      for (const path of ['categorias/plantilla', 'constantes/extensionTypes', 'constantes/fieldValidators'])
        await web.portal.documents.digitalization.delete(path);
      await web.portal.readModel.projectNow('digitalization', ['categorias/plantilla']);
    });

    it('reports which row of the file another one repeats', async () => {
      const rows = ['Repetida aquí;Agente;Zona 1', 'Repetida aquí;Agente;Zona 2', '  REPETIDA\u00a0 aqui\u200b ;Agente;Zona 3'];
      const { run } = await uploadAndRead(`Nombre;Tipo;Dirección\n${rows.join('\n')}\n`, { name: 'x.csv' });
      expect(rowSummaries(run.rows)).toEqual([
        ['', 2, 'new'],
        ['', 3, 'wrong', 'Repite lo de la fila 2.'],
        ['', 4, 'wrong', 'Repite lo de la fila 2.'],
      ]);
    });

    it('writes nothing before it is applied, then each row once, and nothing for the same file again', async () => {
      const file = await workbook({ Hoja1: [['Agencias de 2026'], [], HEAD, central, ['Norte importada', 'agente', 'Zona 18']] });
      const { id, run } = await uploadAndRead(file);
      expect(rowSummaries(run.rows)).toEqual([
        ['Hoja1', 4, 'new'],
        ['Hoja1', 5, 'new'],
      ]);
      expect(await named('Central importada')).toEqual([]);
      const page = await (await web.getSigned(importUrl(AGENCIES, id), { headers: HTML })).text();
      expect(page).toContain('Todavía no se escribió nada.');
      const [first, second] = [await apply(id), await apply(id)];
      expect([first.status, second.headers.get('location')]).toEqual([302, `/bulk/${id}`]);
      const sentence = async () => (await web.portal.bulk.getBulk({ actor: await admin(), id })).sentence;
      expect(await sentence()).toMatch(/^Se importaron 2 agencias .* Ya se ven así en la app\.$/);
      const [stored] = await named('Central importada');
      expect(stored?.data).toMatchObject({ tipo: 'agencia', telefono: '00123456', latitud: 14.6, estado: true });
      expect([(await named('Norte importada')).length, await auditOf(stored?.path ?? '')]).toEqual([1, 1]);
      const again = await uploadAndRead(file);
      expect(again.run.counts).toMatchObject({ same: 2, new: 0, changed: 0 });
      expect((await apply(again.id)).status).toBe(409);
      // Takes the change back.
      await web.portal.bulk.undoBulk({ actor: await admin(), id });
      const isActive = async () => (await store().get(stored?.path ?? ''))?.data['isActive'];
      expect(await isActive()).toBe(false);
      expect(await sentence()).toMatch(/^Se deshizo: .* La app ya no las muestra\.$/);
      // A second, late click does not apply it again.
      expect([(await apply(id)).status, await isActive()]).toEqual([302, false]);
    });

    it('acts on the import that the address names, also as multipart, and without an id on the one that waits', async () => {
      const upload = (name: string) => uploadAndRead(`Nombre;Tipo;Dirección\n${name};Agente;Zona 1\n`, { name: 'x.csv' });
      const act = (address: string, body: FormData | URLSearchParams) => web.getSigned(address, { method: 'POST', body, headers: HTML });
      const form = () => new URLSearchParams({ intent: 'apply' });
      const multipart = () => {
        const body = new FormData();
        body.append('intent', 'apply');
        return body;
      };
      const { id: first } = await upload('Nombrada uno');
      const applied = await act(importUrl(AGENCIES, first), multipart());
      expect([applied.status, applied.headers.get('location')]).toEqual([303, `/bulk/${first}`]);
      expect(await named('Nombrada uno')).toHaveLength(1);
      await upload('Nombrada dos');
      const answers = [await act(importUrl(AGENCIES, first), form()), await act(importUrl(AGENCIES, 'no-existe'), form())];
      expect(answers.map((answer) => [answer.status, answer.headers.get('location')])).toEqual([
        [302, `/bulk/${first}`],
        [404, null],
      ]);
      expect(await named('Nombrada dos')).toEqual([]);
      expect((await act(importUrl(AGENCIES), multipart())).status).toBe(303);
      expect(await named('Nombrada dos')).toHaveLength(1);
    });

    it('says that another file discards the one that waits, whose address then leads to the upload', async () => {
      const upload = (name: string) => uploadAndRead('Nombre;Tipo;Dirección\nQue espera;Agente;Zona 1\n', { name });
      const screen = async (id = '') => (await web.getSigned(importUrl(AGENCIES, id), { headers: HTML })).text();
      const { id: earlier } = await upload('antes.csv');
      expect(await screen(earlier)).toContain('7 días, o hasta que cargue otro archivo');
      expect(await screen()).toContain('Si carga otro, esa revisión se descarta.');
      await upload('otro.csv');
      const answer = await web.getSigned(importUrl(AGENCIES, earlier), { headers: HTML });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, importUrl(AGENCIES)]);
      expect((await web.toastAfter(answer))?.text).toBe('Esa importación no existe, o ya no se guarda. Cargue el archivo de nuevo.');
    });

    it('stays applied when a check that lasted longer ends afterwards', async () => {
      const { id } = await uploadAndRead('Nombre;Tipo;Dirección\nTardía;Agente;Zona 1\n', { name: 'x.csv' });
      const { sql } = web.portal;
      await sql.query(`UPDATE imports SET state = 'checking' WHERE id = $1`, [id]);
      const query = async (...given: Parameters<typeof sql.query>) => {
        if (given[0].toString().startsWith('UPDATE imports')) await sql.query(`UPDATE imports SET state = 'applied' WHERE id = $1`, [id]);
        return sql.query(...given);
      };
      const services = { ...web.portal, sql: Object.assign(Object.create(sql) as typeof sql, { query }) };
      await checkImport(services, id, new AbortController().signal);
      expect((await runOf(id)).state).toBe('applied');
    });

    it('keeps a file whose check was given up, with the reason at each row that was not checked', async () => {
      const { id } = await uploadAndRead('Nombre;Tipo;Dirección\nAbandonada;Agente;Zona 1\n', { name: 'x.csv' });
      const { sql } = web.portal;
      await sql.query(`UPDATE imports SET state = 'checking' WHERE id = $1`, [id]);
      await sql.query(`UPDATE import_rows SET outcome = 'unchecked' WHERE import_id = $1`, [id]);
      await sql.query(`INSERT INTO snapshot_work (run_id, worker, lease_until, attempts) VALUES ('import:' || $1, '', now(), 6)`, [id]);
      await checkImport(web.portal, id, new AbortController().signal);
      const { state, rows } = await runOf(id);
      expect([state, rowSummaries(rows)]).toEqual(['ready', [['', 2, 'wrong', 'Se interrumpió 6 veces antes de terminar.']]]);
    });

    it.each(['before', 'after'] as const)('that is cut off just %s it writes is continued by a worker, and can be undone', async (when) => {
      const name = `Cortada ${when}`;
      const { id } = await uploadAndRead(`Nombre;Tipo;Dirección\n${name};Agente;Zona 1\n`, { name: 'x.csv' });
      const call = { actor: await admin(), url: AGENCIES, id };
      const transaction = store().transaction.bind(store());
      store().transaction = async (work) => {
        store().transaction = transaction;
        // In another tab.
        await expect(web.portal.imports.discardImport(call)).rejects.toMatchObject({ code: 'conflict' });
        if (when === 'after') await transaction(work);
        throw new Error('cut off');
      };
      await expect(web.portal.imports.applyImport({ ...call, onlyRight: false })).rejects.toThrow('cut off');
      const page = await (await web.getSigned(importUrl(AGENCIES, id), { headers: HTML })).text();
      expect(page).not.toContain('Todavía no se escribió nada.');
      await performBulk(web.portal, id, new AbortController().signal);
      const [stored] = await named(name);
      expect([stored?.data['isActive'], await auditOf(stored?.path ?? '')]).toEqual([true, 1]);
      await web.portal.bulk.undoBulk(call);
      expect((await named(name)).map(({ data }) => data['isActive'])).toEqual([false]);
    });

    it('shows its changes, ignores empty cells, and refuses rows that were changed meanwhile with 409', async () => {
      const { id } = await web.portal.catalogs.createRecord({
        actor: await admin(),
        catalog: 'agencias',
        formToken: '',
        values: { nombre: 'Súr 2', tipo: 'agencia', direccion: 'Zona 12', horarios: 'De 8 a 5' },
      });
      // As people write it: other capitals, no accent, and the two spaces and the hard space of a copied cell.
      const csv = 'Nombre;Dirección;Horarios;Código\r\n"SUR \u00a02";"Zona 12;\tcasa 3";\u200b;\r\n';
      const { id: first, run } = await uploadAndRead(csv, { name: 'agencias.csv' });
      expect(run.rows[0]?.changes).toEqual([
        { label: 'Nombre', from: 'Súr 2', to: 'SUR 2' },
        { label: 'Dirección', from: 'Zona 12', to: 'Zona 12; casa 3' },
      ]);
      await store().update(`agencias/${id}`, { telefono: '2222-3333' });
      const refused = await apply(first);
      expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Fila 2:')]);
      expect((await store().get(`agencias/${id}`))?.data).toMatchObject({ nombre: 'Súr 2', direccion: 'Zona 12', telefono: '2222-3333' });
      const byId = await uploadAndRead(Buffer.from(`Código,Teléfono\n${id},2345-6789\nno-existe,2345-6789\n`, 'latin1'), { name: 'x.csv' });
      expect(rowSummaries(byId.run.rows)).toEqual([
        ['', 2, 'changed'],
        ['', 3, 'wrong', expect.stringContaining('El código no es')],
      ]);
      expect((await apply(byId.id)).status).toBe(409);
      for (let twice = 0; twice < 2; twice += 1) expect((await apply(byId.id, { intent: 'apply-right' })).status).toBe(302);
      expect((await store().get(`agencias/${id}`))?.data).toMatchObject({ telefono: '2345-6789', horarios: 'De 8 a 5' });
      // After undo, a late click finds that it was applied already.
      await web.portal.bulk.undoBulk({ actor: await admin(), id: byId.id });
      const late = await apply(byId.id, { intent: 'apply-right' });
      expect([late.status, (await store().get(`agencias/${id}`))?.data['telefono']]).toEqual([302, '2222-3333']);
    });

    it.each([
      [AGENCIES, 'main', 'agencias/propia', { nombre: "'=Propia", tipo: 'agencia', direccion: '-Zona 1', fotos: PHOTOS, estado: true }],
      [
        TYPES,
        'digitalization',
        'tipos_documento/propio',
        { nombre: 'Propio', categoryId: 'ninguna', extensiones: ['pdf', 'tif'], campos: FIELDS },
      ],
      [
        '/users/list-users',
        'main',
        'usuarios/propia',
        { id: 'propia', name: 'Eva Sis', email: 'eva.sis@prueba.coop', role: 'antes', position: 'antes' },
      ],
    ] as const)('finds nothing to change in the files that %s exports', async (list, database, path, data) => {
      await web.portal.documents[database].set(path, data);
      await web.portal.documents.digitalization.set('categorias/ninguna', { nombre: 'Ninguna', estado: false });
      await store().set('roles/antes', { title: 'Rol de antes', isActive: false });
      await store().set('puestos/antes', { nombre: 'Puesto de antes', estado: false, isActive: true });
      await web.portal.readModel.projectNow('main', ['roles/antes', 'puestos/antes', `usuarios/${web.administrator.id}`]);
      await web.portal.readModel.projectNow('digitalization', ['categorias/ninguna']);
      await web.portal.readModel.projectNow(database, [path]);
      for (const format of ['csv', 'xlsx']) {
        const file = await (await web.getSigned(`${list}/export?format=${format}`)).arrayBuffer();
        const { run } = await uploadAndRead(Buffer.from(file), { list, name: `lista.${format}` });
        // Other people of this file's tests have a row without a document. The row of totals has no name.
        const own = ['', 'email' in data ? data.email : data.nombre];
        const rows = run.rows.filter(({ name, outcome }) => outcome !== 'note' && own.includes(name));
        expect(rows.map(({ outcome, problems, changes }) => [outcome, ...problems, ...changes])).toEqual([['same']]);
      }
    });

    it('asks for the code of an ambiguous name, and answers 429 once a person has spent the limit of files', async () => {
      for (const [index, direccion] of ['Zona 1', 'Zona 2'].entries()) {
        await store().create(`agencias/gemela-${index}`, { nombre: 'Gemela', tipo: 'agencia', direccion, estado: true });
        await web.portal.readModel.projectNow('main', [`agencias/gemela-${index}`]);
      }
      const list = '/job-offers/list-job-offer';
      const { run } = await uploadAndRead('Nombre;Agencia\r\nCajera;Gemela\r\n', { list, name: 'plazas.csv' });
      expect(run.rows[0]?.problems).toEqual(['«Gemela» es el nombre de 2 en «Agencia»: escriba el código.']);
      // The portal's own workbook has it.
      const own = await web.getSigned(`${AGENCIES}/export?format=xlsx&q=gemela`);
      const { run: again } = await uploadAndRead(Buffer.from(await own.arrayBuffer()));
      const twins = again.rows.filter(({ name }) => name === 'Gemela');
      expect(twins.map(({ outcome, problems }) => [outcome, ...problems])).toEqual([['same'], ['same']]);
      await setUsedPoints(web.portal.sql, 'import-file', 60);
      expect((await uploadImport('Nombre\r\nOtra\r\n')).status).toBe(429);
      await web.portal.sql.query('TRUNCATE identity.rate_limits');
    });

    it('waits for its file without holding a process that draws pages', async () => {
      const begun = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nNombre\r\n';
      let send: (text: string) => void = () => undefined;
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(begun));
          send = (text) => {
            controller.enqueue(new TextEncoder().encode(text));
            controller.close();
          };
        },
      });
      const headers = { ...HTML, 'Content-Type': 'multipart/form-data; boundary=x' };
      const slow = web.getSigned(importUrl(AGENCIES), { method: 'POST', body, duplex: 'half', headers });
      await expect
        .poll(async () => (await web.portal.sql.query('SELECT FROM identity.rate_limits WHERE key LIKE $1', ['import-file%'])).rowCount)
        .toBe(1);
      expect((await uploadImport('Nombre\r\nOtra\r\n', { name: 'b.csv' })).status).toBe(303);
      send('Otra\r\n--x--\r\n');
      expect((await slow).status).toBe(303);
    });

    it('is refused with 400 without a file, and with 413 for more than 50,000 rows', async () => {
      const headers = { Accept: 'application/json' };
      const none = await web.getSigned(importUrl(AGENCIES), { method: 'POST', body: new FormData(), headers });
      expect(none.status).toBe(400);
      const long = await uploadImport(`Nombre\r\n${'Otra\r\n'.repeat(IMPORT_MAX_ROWS + 1)}`, { name: 'larga.csv', headers });
      expect(long.status).toBe(413);
      expect((await web.portal.sql.query('SELECT FROM import_rows WHERE place > 1000')).rows).toEqual([]);
    });

    it('reports everything that is wrong with a row together with its sheet, also in a workbook', async () => {
      const file = await workbook(
        {
          Norte: [
            [...HEAD, 'Color'],
            central,
            ['central importada', 'banco', '', 'x', 99],
            ['Con fórmula', { formula: '1+1' }, 'Zona 1'],
            ['Junta', 'Agente', 'Zona 1'],
          ],
          Notas: [['Esto no son datos']],
          Sur: [
            ['Nombre', 'Nombre'],
            ['Otra', 'Otra'],
          ],
          Valores: [['Nombre'], ['No es un dato']],
        },
        (book) => {
          const sheet = book.getWorksheet('Norte');
          for (const area of ['B5:B6', 'C5:C6', 'D5:D6', 'E5:E6', 'F5:F6']) sheet?.mergeCells(area);
          if (sheet) sheet.getRow(4).hidden = true;
        },
      );
      const { run } = await uploadAndRead(file);
      expect(rowSummaries(run.rows)).toEqual([
        ['Norte', 1, 'note', 'La hoja tiene 1 fila oculta, que también se importa.'],
        ['Norte', 1, 'note', 'La columna «Color» no es del formulario: no se importa.'],
        ['Norte', 2, 'new'],
        [
          'Norte',
          3,
          'wrong',
          'Repite lo de la hoja «Norte», fila 2.',
          '«banco» no está entre las opciones de «Tipo»: Agencia, Cajero automático, Agente.',
          'Complete «Dirección».',
          '«Latitud» debe estar entre 13.7 y 17.9.',
          expect.stringContaining('«Teléfono»'),
        ],
        [
          'Norte',
          4,
          'wrong',
          '«Tipo» tiene una fórmula sin resultado. Abra el libro en Excel, guárdelo y cárguelo de nuevo.',
          'Elija una opción de «Tipo».',
        ],
        ['Norte', 5, 'wrong', 'Las celdas B5:B6, C5:C6, D5:D6 y otras están combinadas: sepárelas y escriba el valor en cada fila.'],
        ['Notas', 1, 'note', 'La hoja no se tomó en cuenta: ninguna de sus primeras filas dice «Nombre».'],
        ['Sur', 1, 'wrong', 'El encabezado «Nombre» está repetido: deje una sola columna. Las filas de la hoja no se leyeron.'],
      ]);
      const answer = await web.getSigned(`${importUrl(AGENCIES)}/mistakes?id=${run.id}`);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(await answer.arrayBuffer());
      expect(JSON.stringify(book.model)).toContain('Complete «Dirección».');
    });

    it('reads dates, results of formulas and records of other catalogs', async () => {
      await web.portal.documents.digitalization.set('categorias/creditos', { nombre: 'Créditos', estado: true });
      await web.portal.readModel.projectNow('digitalization', ['categorias/creditos']);
      const types = await workbook({
        T: [
          ['Nombre', 'Categoría', 'Estado', 'Años de retención', 'Extensiones'],
          ['Pagaré', 'creditos', 'inactivo', { formula: '5+5', result: 10 }, 'pdf png'],
          ['Contrato', 'Ahorros'],
        ],
      });
      const { run, id } = await uploadAndRead(types, { list: TYPES });
      expect(rowSummaries(run.rows)).toEqual([
        ['T', 2, 'new'],
        ['T', 3, 'wrong', '«Ahorros» no está entre las opciones de «Categoría»: Créditos.'],
      ]);
      expect((await apply(id, { list: TYPES, intent: 'apply-right' })).status).toBe(302);
      const found = await web.portal.documents.digitalization.query({
        collection: 'tipos_documento',
        where: [{ field: 'nombre', op: '==', value: 'Pagaré' }],
      });
      expect(found.map(({ data }) => data)).toMatchObject([
        { categoryId: 'creditos', estado: false, retencionAnios: 10, extensiones: ['pdf', 'png'] },
      ]);
      const offers = await workbook({
        P: [
          ['Nombre', 'Fecha de papelería'],
          ['Uno', new Date('2026-12-31')],
          ['Dos', 46_387],
          ['Tres', '31/12/2026'],
          ['Cuatro', '31/31/2026'],
        ],
      });
      const { rows } = (await uploadAndRead(offers, { list: '/job-offers/list-job-offer' })).run;
      expect(rows.map(({ problems }) => problems.filter((text) => text.includes('fecha')).length)).toEqual([0, 0, 0, 1]);
    });

    it('refuses rows with text under no heading, as of commas without quotes', async () => {
      const lines = 'Nombre,Tipo,Dirección,,\nSin comillas,Agente,Zona 1, casa 2, Mixco\n"Con comillas",Agente,"Zona 1, casa 2", ,\n';
      const { run } = await uploadAndRead(lines, { name: 'x.csv' });
      expect(rowSummaries(run.rows)).toEqual([
        [
          '',
          2,
          'wrong',
          'Las columnas de «casa 2» y «Mixco» no tienen encabezado. Si un texto lleva el signo que separa las columnas, escríbalo entre comillas.',
        ],
        ['', 3, 'new'],
      ]);
      const file = await workbook({ H: [HEAD, [...central, null, 'Mixco']] });
      expect((await uploadAndRead(file)).run.rows[0]?.problems).toEqual(['La columna de «Mixco» no tiene encabezado.']);
    });

    it.each([
      ['UTF-16LE', '\xff\xfe', (text: string) => Buffer.from(text, 'utf16le')],
      ['UTF-16BE', '\xfe\xff', (text: string) => Buffer.from(text, 'utf16le').swap16()],
    ])('reads the %s text that Excel writes', async (_name, mark, encode) => {
      const text = encode('Nombre\tTipo\tDirección\r\nDe texto Unicode\tAgente\tZona 1\r\n');
      const { run } = await uploadAndRead(Buffer.concat([Buffer.from(mark, 'latin1'), text]), { name: 'x.txt' });
      expect(rowSummaries(run.rows)).toEqual([['', 2, 'new']]);
    });

    it('is not found by anybody but its owner, and is forbidden without the menu', async () => {
      const { id } = await uploadAndRead('Nombre;Tipo;Dirección\nMía;Agente;Zona 1\n', { name: 'x.csv' });
      const actor = { ...(await admin()), id: 'otra' };
      const call = { actor, url: AGENCIES, id };
      for (const verb of [
        () => web.portal.imports.getImport({ ...call, outcome: '', page: 1 }),
        () => web.portal.imports.applyImport({ ...call, onlyRight: true }),
        () => web.portal.imports.discardImport(call),
        () => web.portal.imports.exportMistakes(call),
        () => web.portal.imports.getImportProgress(call),
      ])
        await expect(verb()).rejects.toMatchObject({ code: 'not-found' });
      const none = { ...call, actor: { ...actor, menus: new Set<never>() } };
      await expect(web.portal.imports.applyImport({ ...none, onlyRight: true })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(web.portal.imports.openTemplate(none)).rejects.toMatchObject({ code: 'forbidden' });
      expect((await apply(id, { intent: 'discard' })).status).toBe(302);
      await expect(runOf(id)).rejects.toMatchObject({ code: 'not-found' });
    });

    it.each<[string, () => Buffer | string, string]>([
      ['no table', () => 'GIF89a', 'Cargue un libro de Excel (.xlsx) o un archivo CSV.'],
      ['a sheet without the head', () => 'uno;dos\n1;2\n', 'ninguna de sus primeras filas dice «Nombre»'],
      ['too many rows', () => `Nombre\n${'x\n'.repeat(50_700)}`, 'más de 50\u00A0000 filas'],
      [
        'an entity of its own',
        () =>
          xlsx(
            '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
          ),
        'dañado',
      ],
      ['rows that hold nothing', () => xlsx(`<worksheet><sheetData>${'<row/>'.repeat(300_000)}</sheetData></worksheet>`), 'no tiene filas'],
    ])('is refused with an explanation for %s', async (_what, make, sentence) => {
      const answer = await uploadImport(make(), { name: 'x.xlsx' });
      expect((await web.toastAfter(answer))?.text).toContain(sentence);
    });

    it('creates people by the names of role and agency, and needs a recent proof of identity', async () => {
      const list = '/users/list-users';
      await store().set('roles/caja', { title: 'Caja', isActive: true });
      await store().set('agencias/oeste', { nombre: 'Oeste', estado: true, tipo: 'agencia' });
      await web.portal.readModel.projectNow('main', ['roles/caja', 'agencias/oeste', `usuarios/${web.administrator.id}`]);
      const file = await workbook({
        Gente: [
          ['Nombre completo', 'Correo electrónico', 'Rol', 'Agencia'],
          ['Luisa Caal', 'luisa.caal@prueba.coop', 'Caja', 'oeste'],
          ['Sin rol', 'sin.rol@prueba.coop', 'Gerencia', ''],
          ['Correo malo', 'esto no es', 'Caja', ''],
        ],
      });
      const { id, run } = await uploadAndRead(file, { list });
      expect(run.rows.map(({ outcome }) => outcome)).toEqual(['new', 'wrong', 'wrong']);
      expect((await apply(id, { list, intent: 'apply-right' })).status).toBe(302);
      const [luisa] = await store().query({
        collection: 'usuarios',
        where: [{ field: 'email', op: '==', value: 'luisa.caal@prueba.coop' }],
      });
      expect(luisa?.data).toMatchObject({ name: 'Luisa Caal', role: 'caja', agency: 'oeste' });
      expect(await web.portal.identity.getAccount(luisa?.id ?? '')).toMatchObject({ email: 'luisa.caal@prueba.coop' });
      expect((await uploadAndRead(file, { list })).run.rows.map(({ outcome }) => outcome)).toEqual(['same', 'wrong', 'wrong']);
      const stale = { ...(await admin()), signedInLongAgo: true as const };
      const call = { actor: stale, url: list, id: (await uploadAndRead(file, { list })).id, onlyRight: true };
      await expect(web.portal.imports.applyImport(call)).rejects.toMatchObject({ details: { reason: 'proof' } });
    });
  });
}

const RELATIONS = '<Relationships xmlns="r"><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>';

function xlsx(sheet: string): Buffer {
  const file = (text: string) => new TextEncoder().encode(text);
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': file('<Types/>'),
      'xl/workbook.xml': file('<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': file(RELATIONS),
      'xl/worksheets/sheet1.xml': file(sheet),
    }),
  );
}
