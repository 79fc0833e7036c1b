export { actOnTokens as action, loadTokenList as loader, TokenList as default } from '../screens/account/TokenList.tsx';
