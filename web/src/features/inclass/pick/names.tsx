// The people who were picked last, in large letters.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { sessionQuery } from '../../../session/session.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { classes } from '../../../ui/class-names.ts'
import type { ClassPerson } from '../queries.ts'

/** `large`: on the screen of the hall. */
export function PickedNames({ people, large }: { people: readonly ClassPerson[]; large: boolean }) {
  const t = useTexts('inclass')
  const { data: me } = useQuery(sessionQuery)
  const isMine = people.some(({ id }) => id === me?.user.id)
  return (
    <section
      aria-label={t('tool.pick')}
      className="flex flex-1 flex-col items-center justify-center gap-6 rounded-panel bg-accent-soft px-4 py-12 text-center"
    >
      <div role="status" className="contents">
        {isMine && <p className="font-title text-day font-bold text-accent-soft-text">{t('pickedYou')}</p>}
        {people.length === 0 ? (
          <p className="text-text-2">{t('nonePicked')}</p>
        ) : (
          <ul className="flex flex-wrap items-center justify-center gap-x-10 gap-y-6">
            {people.map(({ id, name, avatar }) => (
              <li key={id} className="flex min-w-0 flex-col items-center gap-2">
                <Avatar id={id} name={name} src={avatar} size={large ? 112 : 64} />
                <bdi
                  className={classes(
                    'font-semibold wrap-break-word',
                    large && people.length < 5 ? 'text-[clamp(28px,5vw,72px)] leading-tight' : 'text-title',
                  )}
                >
                  {name}
                </bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
