import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import prettier from 'prettier';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ICON_NAMES } from '#app/ui/icon-names.ts';

export const STYLE_SHEET = path.join(import.meta.dirname, '../../app/styles/icons.css');

const HEAD = `/*
 * The drawing of each icon; pictures.css says how they show. Written by \`npm run icons\` for app/ui/icon-names.ts; the
 * drawings are lucide's (ISC licence).
 */`;

/** The whole style sheet, formatted by Prettier. */
export async function drawIcons(): Promise<string> {
  const rules = await Promise.all(ICON_NAMES.map(async (name) => `.icon-${name} { --picture: url("${await drawingOf(name)}"); }`));
  const options = await prettier.resolveConfig(STYLE_SHEET);
  return prettier.format([HEAD, ...rules].join('\n\n'), { ...options, filepath: STYLE_SHEET });
}

/** A data URL. Black, because only its shape matters: it is used as a mask. */
async function drawingOf(name: string): Promise<string> {
  const { default: Drawing } = (await import(`lucide-react/icons/${name}`)) as { default: ComponentType<{ color: string }> };
  const svg = renderToStaticMarkup(createElement(Drawing, { color: 'black' }))
    .replaceAll(/(?<=<svg[^>]*) (?:class|width|height|aria-hidden)="[^"]*"/g, '')
    .replaceAll(/><\/(?!svg)[a-z]+>/g, '/>')
    .replaceAll('"', "'");
  return `data:image/svg+xml,${svg.replaceAll('%', '%25').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
}

if (process.argv[1] === import.meta.filename) await writeFile(STYLE_SHEET, await drawIcons());
