declare global {
  interface Window {
    /** Files that were dropped on the page and that nothing has taken yet. */
    portalDrops?: File[];
  }
}

/** Tells that there is something new in `portalDrops`. */
export const DROP_EVENT = 'portal:drop';

/**
 * Runs before any other script of the page, inline: a file that is dropped never opens in place of the page, and is kept until
 * the code that uploads it is there. A drop on a file input stays the browser's. On the window and first, because
 * early-events.ts stops what comes after it.
 */
export const HOLD_DROPS = `(function(){
var held=window.portalDrops=[];
function ours(e){var d=e.dataTransfer,t=e.target;return d&&[].indexOf.call(d.types,'Files')>=0&&!(t&&t.closest&&t.closest('input[type=file]'))}
addEventListener('dragover',function(e){if(ours(e))e.preventDefault()},true);
addEventListener('drop',function(e){if(!ours(e))return;e.preventDefault();held.push.apply(held,e.dataTransfer.files);dispatchEvent(new Event('${DROP_EVENT}'))},true);
})()`;
