export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnQuoteList as action, loadQuoteList as loader, QuoteList as default } from '../screens/quotes/QuoteList.tsx';
