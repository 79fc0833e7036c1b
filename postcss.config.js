import tailwind from '@tailwindcss/postcss';

/** What daisyUI knows and no screen has: a wrapper around a field that is disabled, and a theme chosen by a field of the page. */
const WRAPPED = /\.(input|select|textarea):has\(>\s*\1\[disabled\]\)(?!\s*>)(?:,\s*)?/g;
const NEVER_SHOWN = /:has\(>\s*(input|select|textarea)\[disabled\]\)\s*>|\.theme-controller/;

/**
 * `:has` in a rule of `::placeholder` makes a browser style a whole page anew whenever anything in it changes: ten times while it is
 * opened, where twice does.
 */
const withoutUnused = {
  postcssPlugin: 'without-unused',
  OnceExit(root) {
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
