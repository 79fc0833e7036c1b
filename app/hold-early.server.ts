import { DROP_EVENT } from './hold-early.ts';

/**
 * Inline script that runs before any other and listens on the window first: early-events.ts stops events from reaching later listeners.
 *
 * A dropped file never replaces the page and is kept until the code that uploads it has loaded. A drop on a file input is left to the
 * browser. The portal's shortcut keys are kept until hydration (`replayKeys`): on a slow computer that takes half a second, and people
 * press `/` sooner. Keys that scroll, close or submit are kept only after such a key; alone they are the browser's. Everything else is left
 * to the browser: links navigate, forms submit, fields take letters.
 */
export const HOLD_EARLY = `(function(){
var drops=window.portalDrops=[],TYPED='input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=range],[type=color],[type=file]),select,textarea';
window.portalKeys=[];
function ours(e){var d=e.dataTransfer,t=e.target;return d&&[].indexOf.call(d.types,'Files')>=0&&!(t&&t.closest&&t.closest('input[type=file]'))}
addEventListener('dragover',function(e){if(ours(e))e.preventDefault()},true);
addEventListener('drop',function(e){if(!ours(e))return;e.preventDefault();drops.push.apply(drops,e.dataTransfer.files);dispatchEvent(new Event('${DROP_EVENT}'))},true);
addEventListener('keydown',function(e){
var keys=window.portalKeys,held=e.ctrlKey||e.metaKey,at=e.target,later=!e.altKey&&(held?e.key==='Enter':/^( |Escape|Arrow.+)$/.test(e.key));
if(!keys||e.isComposing||(at.closest&&at.closest(TYPED)))return;
if(later?!keys.length||(at.closest&&at.closest('button,summary,input')):e.key.length!==1||e.key===' '||(held&&!/^[kp]$/i.test(e.key)))return;
if(later||held||e.key==='/')e.preventDefault();
keys.push({key:e.key,ctrlKey:e.ctrlKey,metaKey:e.metaKey,altKey:e.altKey,shiftKey:e.shiftKey,modifierAltGraph:e.getModifierState('AltGraph')})
},true);
})()`;
