import tailwind from '@tailwindcss/postcss';

/** What daisyUI knows and no screen has: a wrapper around a field that is disabled, a theme chosen by a field of the page, long texts. */
const WRAPPED = /\.(input|select|textarea):has\(>\s*\1\[disabled\]\)(?!\s*>)(?:,\s*)?/g;
const NEVER_SHOWN = /:has\(>\s*(input|select|textarea)\[disabled\]\)\s*>|\.theme-controller|\.floating-label|\.prose/;
/** For browsers without `@property` or `color-mix`, which are older than the oldest that Tailwind needs (Chrome 111, Safari 16.4, Firefox 128). */
const WITHOUT_PROPERTY = /-webkit-hyphens/;
const WITH_COLOR_MIX = /color-mix/;

/**
 * `:has` in a rule of `::placeholder` makes a browser style a whole page anew whenever anything in it changes: ten times while it is
 * opened, where twice does.
 */
const withoutUnused = {
  postcssPlugin: 'without-unused',
  OnceExit(root) {
    root.walkAtRules('supports', (rule) => {
      if (WITHOUT_PROPERTY.test(rule.params)) rule.remove();
      else if (WITH_COLOR_MIX.test(rule.params)) rule.replaceWith(rule.nodes);
    });
    root.walkRules((rule) => {
      const kept = rule.selectors.filter((selector) => !NEVER_SHOWN.test(selector)).map((selector) => selector.replace(WRAPPED, ''));
      const selectors = kept.filter((selector) => selector !== '');
      if (selectors.length === 0) rule.remove();
      else if (selectors.join() !== rule.selectors.join()) rule.selectors = selectors;
    });
  },
};

// Optimised in development too: the compiler's CSS parser does not know nesting, which is lowered only then.
export default { plugins: [tailwind({ optimize: true }), withoutUnused] };
