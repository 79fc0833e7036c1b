export { actOnQuoteList as action, loadQuoteList as loader, QuoteList as default } from '../screens/quotes/QuoteList.tsx';
