import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EChartsOption } from 'echarts';
import { toPageSvg, type PageSvgOptions } from './page-svg.ts';

/** Stand-ins that page-svg.ts turns into the theme's colours. */
export const BAR = '#010101';
export const TEXT = '#020202';
export const MUTED = '#030303';
export const LINE = '#040404';

/**
 * echarts is big: it is loaded with the first chart and shared from then on, as the one file of its own bundle, since its
 * hundreds of modules cost the first report of a process seconds. It never reaches a browser.
 */
let loading: ReturnType<typeof loadCharts> | undefined;
const loadCharts = () => import('echarts/dist/echarts.esm.min');

export interface Drawing extends Omit<PageSvgOptions, 'colours'> {
  /** Units of the viewBox; the page shows it as wide as there is room. */
  width: number;
  height: number;
  option: EChartsOption;
}

/** SVG for our pages, to be put in as it is. */
export async function drawSvg({ width, height, option, ...page }: Drawing): Promise<string> {
  const echarts = await (loading ??= loadCharts());
  // Loading it, and each drawing by code that has not run before, takes a tenth of a second: others are served between.
  await nextTurn();
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    return toPageSvg(chart.renderToSVGString(), {
      ...page,
      colours: { [BAR]: 'var(--color-primary)', [TEXT]: 'currentColor', [MUTED]: 'var(--muted)', [LINE]: 'var(--color-base-300)' },
    });
  } finally {
    chart.dispose();
  }
}
