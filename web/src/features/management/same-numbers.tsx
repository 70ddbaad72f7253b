// People whose user numbers differ in capital letters alone, for who manages people of the whole organisation; nothing where there are none. It stands at the
// end of the overview, so that nothing moves when it comes.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTexts } from '../../i18n.ts'
import { useMe } from '../../session/session.ts'
import { sameNumbers } from './queries.ts'

export function SameNumbers() {
  const t = useTexts('management')
  const id = useId()
  const { may, bound } = useMe()
  const { data } = useQuery({ ...sameNumbers, enabled: may('people.change') && !bound })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-section font-semibold">
        {t('sameNumbers')}
      </h2>
      <p className="mt-1 text-small text-text-2">{t('sameNumbersText')}</p>
      <ul className="mt-2 space-y-1">
        {data.items.map(({ people }) => (
          <li key={people[0]?.id} className="flex flex-wrap gap-x-4">
            {people.map(({ id, name, user_no }) => (
              <span key={id} className="break-words">
                {name} <span className="tabular text-text-2">{user_no}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
