import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EChartsOption } from 'echarts';
import { toPageSvg, type PageSvgOptions } from './page-svg.ts';

/** Placeholders that page-svg.ts replaces with the theme's colours. */
export const BAR = '#010101';
export const TEXT = '#020202';
export const MUTED = '#030303';
export const LINE = '#040404';

/**
 * echarts is big: it is loaded with the first chart and shared afterwards, as its single-file bundle, because loading its
 * hundreds of modules would delay a process's first report by seconds. It never reaches a browser.
 */
let loading: ReturnType<typeof loadCharts> | undefined;
const loadCharts = () => import('echarts/dist/echarts.esm.min');

export interface Drawing extends Omit<PageSvgOptions, 'colours'> {
  /** In viewBox units; the page scales it to the available width. */
  width: number;
  height: number;
  option: EChartsOption;
}

/** SVG that is safe to insert into our pages as it is. */
export async function drawSvg({ width, height, option, ...page }: Drawing): Promise<string> {
  const echarts = await (loading ??= loadCharts());
  // Loading it, and the first run of each kind of chart, takes a tenth of a second: other requests are served in between.
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
