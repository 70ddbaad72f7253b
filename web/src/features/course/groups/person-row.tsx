// A student in a group's list: a box to select, a button for their dialog; dragged into another group with the others that are selected.
import { Crown } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { classes } from '../../../ui/class-names.ts'
import type { Person } from './queries.ts'

export type Drag = typeof import('./drag.ts')
/** The actions of rows; the same object for all of them, so that a change renders only those that it concerns. */
export type RowActs = { open: (person: string) => void; select: (person: string, selected: boolean) => void }

export const PersonRow = memo(function PersonRow({
  person,
  selected,
  leads,
  drag,
  acts,
}: {
  person: Person
  selected: boolean
  leads: boolean
  drag: Drag | undefined
  acts: RowActs
}) {
  const t = useTexts('groups')
  const row = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState(false)
  useEffect(() => {
    if (row.current) return drag?.dragPerson(row.current, person.id, setDragged)
  }, [drag, person.id])
  return (
    <div
      ref={row}
      className={classes(
        'flex min-h-8 items-center gap-2 rounded-control px-1.5 hover:bg-hover pointer-coarse:min-h-11',
        drag && 'cursor-grab',
        (selected || dragged) && 'bg-accent-soft',
      )}
    >
      <Checkbox
        hideLabel
        label={t('choosePerson', { name: person.name })}
        checked={selected}
        onChange={(next) => acts.select(person.id, next)}
      />
      <Avatar id={person.id} name={person.name} src={person.avatar} size={22} />
      <button type="button" onClick={() => acts.open(person.id)} className="flex min-h-6 min-w-0 flex-1 items-baseline gap-2 text-left">
        <span className="min-w-16 truncate text-body">{person.name}</span>
        <span className="tabular ml-auto max-w-[45%] truncate text-caption text-text-3 max-tablet:hidden">{person.user_no}</span>
      </button>
      {leads && <Crown role="img" aria-label={t('leader')} size={14} strokeWidth={1.75} className="shrink-0 text-accent-text" />}
    </div>
  )
})
