// The faces and names of editors-note.tsx.
import { useTexts } from '../../../i18n.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { list } from '../../../ui/format.ts'
import type { OpenEditors } from './use-editors.ts'

/** More are named, not shown. */
const mostFaces = 5

export default function EditorFaces({ editors: { others, me } }: { editors: OpenEditors }) {
  const t = useTexts('drafts')
  const people = [...new Map(others.map(({ person }) => [person.id, person])).values()]
  const rest = people.filter(({ id }) => id !== me)
  const names = list(rest.map(({ name }) => name))
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-text-2">
      <span className="flex -space-x-1.5">
        {people.slice(0, mostFaces).map(({ id, name, avatar }) => (
          <Avatar key={id} id={id} name={name} src={avatar} size={24} />
        ))}
      </span>
      <span>
        {rest.length > 0 && t(rest.length > 1 ? 'editingMany' : 'editing', { names })}
        {rest.length > 0 && rest.length < people.length && ' · '}
        {rest.length < people.length && t('editingMine')}
      </span>
    </div>
  )
}
