// The rows that are selected in a paged list, over all of its pages; or everything that fits, but for some.
import { useEffect, useState } from 'react'
import type { Choice } from '../../../ui/table/table-props.ts'
import type { Paged } from '../../../ui/table/paged-list.tsx'

/** Lists of very many count no further. */
export const mostCounted = 10_000

/** In `everything` the rows are those left out. */
export type SelectedRows<Of> = { everything: boolean; rows: ReadonlyMap<string, Of> }

/** After the checkboxes of `page` have become `chosen`: rows of other pages stay as they are. */
export function afterChoice<Of>(
  { everything, rows }: SelectedRows<Of>,
  page: readonly Of[],
  chosen: ReadonlySet<unknown>,
  key: (row: Of) => string,
): SelectedRows<Of> {
  const next = new Map(rows)
  for (const row of page) {
    if (chosen.has(key(row)) === everything) next.delete(key(row))
    else next.set(key(row), row)
  }
  return { everything, rows: next }
}

export type Selection<Of> = {
  /** The selected rows of every page visited; empty where everything is selected. */
  rows: readonly Of[]
  everything: boolean
  /** Left out of everything. */
  except: readonly Of[]
  count: number
  /** Everything is selected, and it is more than the list counts. */
  uncounted: boolean
  clear: () => void
  selectAll: () => void
  choice: (texts: Pick<Choice<Of>, 'label' | 'allLabel'>) => Choice<Of>
  /** Whether all rows of the page are selected, and there are more. */
  mayTakeAll: boolean
}

/** Ends when search or filters change: it would hold rows that nobody sees. */
export function useSelection<Of>(list: Pick<Paged<Of>, 'items' | 'total' | 'find' | 'filters'>, key: (row: Of) => string): Selection<Of> {
  const none: SelectedRows<Of> = { everything: false, rows: new Map() }
  const [selected, setSelected] = useState(none)
  const scope = JSON.stringify([list.find, list.filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search or filter begins anew
  useEffect(() => setSelected(none), [scope])
  const { everything, rows } = selected
  const chosen = new Set(list.items.map(key).filter((id) => rows.has(id) !== everything))
  return {
    everything,
    rows: everything ? [] : [...rows.values()],
    except: everything ? [...rows.values()] : [],
    count: everything ? list.total - rows.size : rows.size,
    uncounted: everything && list.total >= mostCounted,
    clear: () => setSelected(none),
    selectAll: () => setSelected({ everything: true, rows: new Map() }),
    choice: (texts) => ({
      ...texts,
      chosen,
      onChange: (next) => setSelected((current) => afterChoice(current, list.items, next, key)),
    }),
    mayTakeAll: !everything && list.items.length > 0 && chosen.size === list.items.length && list.total > rows.size,
  }
}
