// Exhibits of a sortable list.
import { useEffect, useRef, useState } from 'react'
import { SortHandle, SortLiveText, sortClasses } from '../../ui/order/sort-handle.tsx'
import { useSortable } from '../../ui/order/sortable.ts'
import { withMoved } from '../../ui/order/sorting.ts'
import { exhibit } from '../exhibit.ts'

const names: Record<string, string> = {
  a: 'Tide tables',
  b: 'Plankton',
  c: 'Lab report 2',
  d: 'Whales',
  one: 'Week 1',
  two: 'Week 2',
  three: 'Week 3',
}

function Weeks() {
  const [groups, setGroups] = useState([
    { id: 'one', items: ['a', 'b', 'c'] as readonly string[] },
    { id: 'two', items: ['d'] as readonly string[] },
    { id: 'three', items: [] as readonly string[] },
  ])
  const [writes, setWrites] = useState(0)
  const sorting = useSortable({
    kind: 'activity',
    groups,
    name: (id) => names[id] ?? '',
    groupName: (id) => names[id] ?? '',
    onMove: (id, to) => {
      setGroups((previous) => withMoved(previous, id, to))
      setWrites((previous) => previous + 1)
    },
  })
  return (
    <div ref={sorting.list} className="max-w-[400px] space-y-3" data-writes={writes}>
      {sorting.groups.map((group) => (
        <ul key={group.id} aria-label={names[group.id]} className="surface-card">
          {group.items.length === 0 && (
            <li {...sorting.drop(group.id)} className="p-3 text-small text-text-3">
              Nothing here yet
            </li>
          )}
          {group.items.map((id) => (
            <li key={id} {...sorting.row(id)} className={`relative flex min-h-10 items-center gap-2 px-2 ${sortClasses(sorting, id)}`}>
              <SortHandle sorting={sorting} id={id} name={names[id] ?? ''} />
              {names[id]}
            </li>
          ))}
        </ul>
      ))}
      <SortLiveText sorting={sorting} />
    </div>
  )
}

/** The state after Space on a handle. */
function Lifted() {
  const box = useRef<HTMLDivElement>(null)
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    box.current?.querySelector('[data-handle]')?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
  }, [])
  return (
    <div ref={box}>
      <Weeks />
    </div>
  )
}

export default exhibit({
  weeks: { alone: true, show: Weeks },
  lifted: { alone: true, show: Lifted, until: '[data-handle][aria-pressed=true]' },
})
