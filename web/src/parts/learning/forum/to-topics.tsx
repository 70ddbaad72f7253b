// The way from a topic to the list of its place: in words, for the arrow is that of the page's header.
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { placeHref } from './places.ts'
import type { Place } from './queries.ts'

export function ToTopics({ place }: { place: Place }) {
  const t = useTexts('forum')
  return (
    <p className="mb-2 text-small">
      <Link className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2" to={placeHref(place)}>
        {t('toTopics')}
      </Link>
    </p>
  )
}
