// A group on the board, or those in no group: its people, and where others are dropped. Long lists render only what is seen.
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../../../ui/class-names.ts'
import { type Drag, PersonRow, type RowActs } from './person-row.tsx'
import type { Person } from './queries.ts'

/** From here on a list is as high as this many rows and scrolls. */
const most = { shown: 12, plain: 60 }
const rowHeight = 34

type ColumnProps = {
  /** The group; null: in none. */
  id: string | null
  name: string
  count: string
  people: readonly Person[]
  leader: string | null
  selected: ReadonlySet<string>
  menu?: ReactNode
  empty: string
  tall?: boolean
  drag: Drag | undefined
  acts: RowActs
  drop: (person: string, group: string | null) => void
}

/** Of the selection a column hears only what concerns its own people. */
const same = (a: ColumnProps, b: ColumnProps) =>
  (Object.keys(a) as (keyof ColumnProps)[]).every((key) => key === 'selected' || key === 'menu' || a[key] === b[key]) &&
  (a.selected === b.selected || !a.people.some(({ id }) => a.selected.has(id) !== b.selected.has(id)))

export const GroupColumn = memo(function GroupColumn({
  id,
  name,
  count,
  people,
  leader,
  selected,
  menu,
  empty,
  tall = false,
  drag,
  acts,
  drop,
}: ColumnProps) {
  const box = useRef<HTMLElement>(null)
  const [over, setOver] = useState(false)
  const latestDrop = useRef(drop)
  latestDrop.current = drop
  useEffect(() => {
    if (box.current) return drag?.dropPeople(box.current, setOver, (person) => latestDrop.current(person, id))
  }, [drag, id])
  const row = (person: Person) => (
    <PersonRow person={person} selected={selected.has(person.id)} leads={person.id === leader} drag={drag} acts={acts} />
  )
  return (
    <section
      ref={box}
      aria-label={name}
      className={classes(
        'flex flex-col rounded-card border bg-surface p-2.5',
        over ? 'border-accent bg-accent-soft' : 'border-line',
        // a hundred groups: those out of sight are neither laid out nor painted
        !tall && '[contain-intrinsic-size:auto_220px] [content-visibility:auto]',
      )}
    >
      <div className="mb-1 flex min-h-8 items-center gap-2 px-1.5">
        <h2 className="min-w-0 truncate text-body font-semibold" title={name}>
          {name}
        </h2>
        <span className="tabular shrink-0 text-small text-text-2">{count}</span>
        {menu && <span className="-mr-1.5 ml-auto">{menu}</span>}
      </div>
      {people.length === 0 ? (
        <p className="px-1.5 py-2 text-small text-text-3">{empty}</p>
      ) : people.length > most.plain ? (
        <LongList people={people} tall={tall} row={row} />
      ) : (
        <ul className={classes(people.length > most.shown && !tall && 'max-h-[408px] overflow-y-auto')}>
          {people.map((person) => (
            <li key={person.id}>{row(person)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}, same)

function LongList({ people, tall, row }: { people: readonly Person[]; tall: boolean; row: (person: Person) => ReactNode }) {
  const box = useRef<HTMLUListElement>(null)
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    getItemKey: (index) => people[index]?.id ?? index,
  })
  const shown = virtualizer.getVirtualItems()
  const above = shown[0]?.start ?? 0
  return (
    <ul ref={box} className={classes('overflow-y-auto', tall ? 'max-h-[min(70vh,720px)]' : 'max-h-[408px]')}>
      <li aria-hidden style={{ height: above }} />
      {shown.map(({ index }) => {
        const person = people[index]
        return (
          person && (
            <li key={person.id} data-index={index} ref={virtualizer.measureElement} aria-posinset={index + 1} aria-setsize={people.length}>
              {row(person)}
            </li>
          )
        )
      })}
      <li aria-hidden style={{ height: virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0) }} />
    </ul>
  )
}
