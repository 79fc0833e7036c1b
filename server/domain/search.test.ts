import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY_MAX } from './bounded-text.ts';
import { normalizeForSearch } from './normalize.ts';
import {
  containsTerm,
  isCut,
  keyMark,
  keySpellings,
  nearnessOfTitle,
  readQuery,
  SEARCH_TEXT_MAX,
  searchedDay,
  searchedMoment,
  searchTerms,
  searchText,
} from './search.ts';

describe('normalizeForSearch', () => {
  it.each([
    ['Agencia Totonicapán', 'agencia totonicapan'],
    ['ÑANDÚ  Güija', 'nandu guija'],
    ['01/02\\2026', '01022026'],
    ['  varios \n\t espacios ', 'varios espacios'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['a\u0000b\ud800c', 'abc'],
    ['“Norte” – d’Artagnan', '"norte" - d\'artagnan'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeForSearch(text)).toBe(expected);
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalizeForSearch(text);
        expect(normalizeForSearch(once)).toBe(once);
      }),
    );
  });

  it('leaves no accent, slash or upper-case letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeForSearch(text)).not.toMatch(/[\p{M}/\\A-Z]/u);
      }),
    );
  });
});

describe('searchTerms', () => {
  it('splits into words, longest first, and drops words contained in another', () => {
    expect(searchTerms(' San  Juan sanjuanero JUAN ')).toEqual(['sanjuanero']);
    expect(searchTerms('Café Antigua')).toEqual(['antigua', 'cafe']);
  });

  it('has no terms for an empty or blank query', () => {
    expect(searchTerms(' / ')).toEqual([]);
  });

  it('returns at most 8 terms of at most 200 characters', () => {
    const terms = searchTerms(Array.from({ length: 5_000 }, (_, index) => `t${index}x`).join(' '));
    expect(terms).toHaveLength(8);
    expect(searchTerms('x'.repeat(10_000))[0]).toHaveLength(200);
  });
});

it('searchText joins searchable values and ignores the rest', () => {
  expect(searchText(['Ágora', 12, null, { a: 1 }, true, ' / ', 'Fin'])).toBe('agora 12 fin');
});

/** Whether a row with this text is found by what somebody typed. */
const finds = (text: string, q: string) => searchTerms(q).every((term) => containsTerm(text, term));

describe('a number', () => {
  it.each([
    ['Q1,234.50', ['Q1,234.50', 'Q 1,234.50', '1,234.50', '1234.50', '1234.5', '1,23', 'q1234'], ['1,235', '11234.50']],
    [
      '5512-3456',
      ['55123456', '5512-3456', '5512 3456', '+502 5512-3456', '(502) 5512-3456', '502 5512 3456', '50255123456'],
      ['5512-3457'],
    ],
    ['+502 5512 3456', ['55123456', '5512-3456', '+50255123456'], ['66123456']],
    ['5512.3456', ['55123456', '5512.3456'], []],
    ['2345 67891 0101', ['2345678910101', '2345-67891-0101', '2345 67891 0101'], ['2345678910102']],
    ['A-1030', ['A-1030', 'a1030', '1030'], ['A-1031']],
    ['Pagó Q 500 en caja', ['Q500', 'q 500', '500'], ['Q501']],
    ['1.25 MB', ['1.25 MB', '1.25'], ['1.26']],
  ])('%s is found whatever its separators', (text, found, notFound) => {
    for (const q of found) expect(finds(searchText([text]), q), q).toBe(true);
    for (const q of notFound) expect(finds(searchText([text]), q), q).toBe(false);
  });
});

describe('a date', () => {
  const typed = ['09/05/2026', '9/5/2026', '9-5-2026', '09-05-2026', '09.05.2026', '2026-05-09', '9 de mayo de 2026', '9 de Mayo del 2026'];

  it('is found in every written form, and by its month and time', () => {
    const text = searchText([searchedMoment('2026-05-10T04:30:00Z'), 'otra cosa']);
    for (const q of [...typed, '05/2026', '9/05/2026 22:30', '22:30', 'reunión 9/5/2026 cosa'.replace('reunión', 'otra')])
      expect(finds(text, q), q).toBe(true);
    for (const q of ['10/05/2026', '2026-05-10', '22:31']) expect(finds(text, q), q).toBe(false);
  });

  it('is found in a text, whichever form the text uses', () => {
    for (const text of typed) for (const q of typed) expect(finds(searchText([`Acta del ${text}.`]), q), `${q} in ${text}`).toBe(true);
  });

  it('is found by its parts when it stands in a file name', () => {
    const text = searchText(['acta 2026-05-12.pdf']);
    for (const q of ['2026-05', '2026-05-12', '12/5/2026', 'acta 2026']) expect(finds(text, q), q).toBe(true);
  });

  it('is found as forms accept it, with a short month or year', () => {
    for (const text of [searchedMoment('2026-03-15T18:00:00Z'), searchedDay('2026-03-15'), 'Acta del 15/03/2026', 'acta 2026-03-15.pdf']) {
      const found = searchText([text]);
      for (const q of ['15/3/26', '15-3-26', '15.03.26', '15 mar 2026', '15 de mar. de 2026', '15-mar-26', '15 marzo 26'])
        expect(finds(found, q), `${q} in ${text}`).toBe(true);
      for (const q of ['15/3/27', '15/4/26', '16 mar 2026', '15 mes 2026']) expect(finds(found, q), q).toBe(false);
    }
    expect(finds(searchText([searchedDay('1968-03-15')]), '15/3/68')).toBe(true);
    // As written.
    expect(finds(searchText(['Acta 15/3/26']), '15/3/26')).toBe(true);
    expect(finds(searchText(['Contrato 15-3-26']), '15-3-26')).toBe(true);
    expect(finds(searchText(['Expediente 7/15/3/26']), '7/15/3/26')).toBe(true);
  });

  it('does not match a two-digit number', () => {
    const text = searchText([searchedDay('2026-12-12'), searchedMoment('2026-12-12T18:12:00Z')]);
    expect(finds(text, '12')).toBe(false);
    expect(finds(searchText(['zona 12']), '12')).toBe(true);
  });
});

describe('the terms of a search', () => {
  it('omit separators and punctuation between words', () => {
    expect(searchTerms('Préstamo · Fiduciario')).toEqual(['fiduciario', 'prestamo']);
    expect(searchTerms('Pérez, Ana; 8.50 %')).toEqual(['perez', '8.50', 'ana']);
    expect(searchTerms('% _')).toEqual(['%', '_']);
  });

  it('are cut, not refused', () => {
    const params = new URLSearchParams({ q: `  ${'x'.repeat(300)}` });
    expect([readQuery(params).length, isCut(params), isCut(new URLSearchParams({ q: ` ${'x'.repeat(QUERY_MAX)} ` }))]).toEqual([
      QUERY_MAX,
      true,
      false,
    ]);
  });
});

describe('the search text of a record', () => {
  it('holds its keys in every spelling, each only once', () => {
    const text = searchText(['ANA NÚÑEZ', 'Activa'], ['A-1030', '5512-3456', 'Ana Núñez', '']);
    expect(text).toBe('| a-1030 | a1030 | 5512-3456 | 55123456 | ana nunez | activa');
    for (const q of ['55123456', '+502 5512 3456', 'ana  NUÑEZ'])
      expect(
        keySpellings(q).some((spelling) => text.includes(keyMark(spelling))),
        q,
      ).toBe(true);
    expect(keySpellings('ana').some((spelling) => text.includes(keyMark(spelling)))).toBe(false);
  });

  it('drops key marks from plain values', () => {
    expect(searchText(['| a1030 |'])).toBe('a1030');
  });

  it('is bounded in length and never ends inside a character', () => {
    const text = searchText(Array.from({ length: 9 }, () => '😀'.repeat(2_001)));
    expect(text.length).toBeLessThanOrEqual(SEARCH_TEXT_MAX);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  it('is built within a second from a megabyte of blanks', () => {
    const startedAt = performance.now();
    expect(searchText([' '.repeat(1_000_000)])).toBe('');
    expect(searchTerms(' '.repeat(1_000_000))).toEqual([]);
    expect(readQuery(new URLSearchParams({ q: ' '.repeat(1_000_000) }))).toBe('');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

it('finds «Activo» only at the beginning of words, so never in «Inactivo»', () => {
  expect(finds(searchText(['Inactivo']), 'Activo')).toBe(false);
  expect(finds(searchText(['Inactiva']), 'activa')).toBe(false);
  expect(finds(searchText(['Usuario', 'Activo']), 'ACTIVO')).toBe(true);
  expect(finds(searchText(['Inactivo']), 'inactiv')).toBe(true);
});

it('finds one or two letters anywhere, but one or two digits only at the beginning of words', () => {
  for (const q of ['la', 'IA', 'y', 'á', 'a-']) expect(finds(searchText(['Ayala', 'Garcia', 'A-1030']), q), q).toBe(true);
  expect(finds(searchText(['Ayala']), 'al ya')).toBe(true);
  expect(finds(searchText(['Zona 12', 'A-1030']), '12')).toBe(true);
  expect(finds(searchText(['A-1030']), '30')).toBe(false);
});

it.each(['oneill', "O'Neill", 'o’neill', 'o neill', 'neill', 'ONEILL juan'])('finds «O’Neill» by %j', (q) => {
  expect(finds(searchText(['Juan O’Neill'], ["O'Neill"]), q)).toBe(true);
  expect(finds(searchText(['Juan Oneil']), q)).toBe(false);
});

describe('nearnessOfTitle', () => {
  it.each([
    ['Nueva prospección', 'nueva prospeccion', 3],
    ['Nueva prospección', 'prospección nueva', 2],
    ['Nueva prospección', 'nuevas prospecciones', 2],
    ['Nuevo asociado', 'asociada nueva', 2],
    ['Descargas por usuario, mes anterior', 'mes anterior descargas por usuario', 2],
    ['Nueva prospección', 'nueva pros', 1],
    ['Nueva prospección', 'prospección', 0],
    ['Nueva prospección', 'prospección nueva marta', 0],
    ['Nueva prospección', '', 0],
  ])('ranks %j for «%s» as %i', (title, q, nearness) => {
    expect(nearnessOfTitle(title, q)).toBe(nearness);
  });

  it('recognizes a title whatever the order of the typed words', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-záéíóúñ]{1,8}$/), { minLength: 1, maxLength: 6 });
    const both = words.chain((title) => fc.tuple(fc.constant(title), fc.shuffledSubarray(title, { minLength: title.length })));
    fc.assert(
      fc.property(both, ([title, typed]) => {
        expect(nearnessOfTitle(title.join(' '), typed.join('  ').toUpperCase())).toBeGreaterThanOrEqual(2);
        expect(nearnessOfTitle(title.join(' '), [...typed, 'zzzzzzzzz'].join(' '))).toBe(0);
      }),
    );
  });
});
