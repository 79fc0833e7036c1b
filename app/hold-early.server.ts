import { DROP_EVENT } from './hold-early.ts';

/**
 * Runs before any other script of the page, inline, on the window and first: early-events.ts stops what comes after it.
 *
 * A file that is dropped never opens in place of the page, and is kept until the code that uploads it is there. A drop on a file input stays
 * the browser's. Keys of the portal are kept until React has taken the page over (`repeatKeys`): on a slow computer that is half a
 * second, in which a person has long pressed `/`. What scrolls, closes or sends waits only behind such a key: by itself it is the browser's. The browser does the rest by itself: links lead on, forms send, fields take letters.
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
