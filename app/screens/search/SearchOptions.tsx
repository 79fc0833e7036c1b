import type { MouseEvent } from 'react';
import { Marked } from './Marked.tsx';
import type { SearchItem, SearchSection } from './sections.ts';

/** An option that the arrow keys reach. */
export interface SearchOption extends SearchItem {
  /** Unique within the list. */
  id: string;
}

/** All options in display order. */
export function optionsOf(sections: readonly SearchSection[]): SearchOption[] {
  return sections.flatMap(optionsIn);
}

function optionsIn({ id, items, all }: SearchSection): SearchOption[] {
  const shown = all ? [...items, { ...all, detail: '' }] : items;
  return shown.map((item, index) => ({ ...item, id: `${id}-${index}` }));
}

interface SearchOptionsProps {
  id: string;
  sections: readonly SearchSection[];
  /** Id of the option that Enter opens. */
  active: string | null;
  /** The search text of these sections. */
  q: string;
  onOpen: (option: SearchOption) => void;
  onPoint: (option: SearchOption) => void;
}

/** The list under the search field: links, so that they can also be opened in another tab; the field's keys move through it. */
export function SearchOptions({ id, sections, active, q, onOpen, onPoint }: SearchOptionsProps) {
  const open = (event: MouseEvent, option: SearchOption) => {
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (elsewhere && !option.post) return;
    event.preventDefault();
    onOpen(option);
  };
  return (
    <div role="listbox" id={id} aria-label="Resultados">
      {sections.map((section) => (
        <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}`} data-found={section.id}>
          <div id={`${id}-${section.id}`} className="found-head" role="presentation">
            {section.title} {section.total === '' ? null : <span className="tabular text-muted">{section.total}</span>}
          </div>
          {optionsIn(section).map((option) => (
            <a
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              aria-selected={option.id === active}
              tabIndex={-1}
              className="drop-item found"
              href={option.href}
              data-nav="off"
              onClick={(event) => open(event, option)}
              onMouseMove={() => onPoint(option)}
            >
              <span className="found-title">
                <Marked text={option.title} q={q} close={section.close} />
              </span>
              <span className="found-detail">
                <Marked text={option.detail} q={q} close={section.close} />
              </span>
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}
