// Groups of a class by their numbers, one's own first.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { sessionQuery } from '../../../session/session.ts'
import { classes } from '../../../ui/class-names.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import type { ClassState } from '../queries.ts'
import { ownFirst } from './own-first.ts'

type Groups = NonNullable<ClassState['groups']>

export function GroupList({ groups, large }: { groups: Groups; large: boolean }) {
  const t = useTexts('inclass')
  const { data: me } = useQuery(sessionQuery)
  return (
    <ul className={classes('grid gap-3', large ? 'grid-cols-[repeat(auto-fill,minmax(min(260px,100%),1fr))]' : 'small:grid-cols-2')}>
      {ownFirst(groups, me?.user.id ?? '').map(({ name, people, isMine }) => (
        <li key={name} className={classes('surface-card p-4', isMine && 'outline-2 outline-accent')}>
          <h3 className="flex flex-wrap items-center gap-2 text-section font-semibold">
            {t('groupNumber', { number: name })}
            {isMine && <Chip tone="accent">{t('myGroup')}</Chip>}
          </h3>
          <ul className="mt-2 space-y-1.5">
            {people.map((person) => (
              <li key={person.id} className="flex items-center gap-2">
                <Avatar id={person.id} name={person.name} src={person.avatar} size={24} />
                <bdi className="min-w-0 wrap-break-word">{person.name}</bdi>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
