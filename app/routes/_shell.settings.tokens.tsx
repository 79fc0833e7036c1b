export { actOnTokens as action, loadTokenList as loader, TokenList as default } from '../screens/tokens/TokenList.tsx';
