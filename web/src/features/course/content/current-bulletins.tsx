// Bulletins above the content of a course: pinned ones and what is new, a line each. Without any there is nothing.
import { useQuery } from '@tanstack/react-query'
import { Megaphone, Pin } from 'lucide-react'
import { Link } from 'react-router-dom'
import { looks } from '../../../first-look/looks.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { queryOf } from '../../../queries.ts'
import { reads } from '../../../reads.ts'
import { useMe } from '../../../session/session.ts'
import { classes } from '../../../ui/class-names.ts'
import { date } from '../../../ui/format.ts'

export function CurrentBulletins({ course }: { course: string }) {
  const t = useTexts('course-page')
  const me = useMe()
  const { data } = useQuery(queryOf(reads.courseBulletins, { id: course }))
  if (!data || data.items.length === 0) return null
  const more = data.total - data.items.length
  return (
    <section aria-label={t('bulletins')} className={looks.bulletins}>
      <ul className="divide-y divide-line">
        {data.items.map(({ id, title, pinned, read_at, publish_at, author }) => {
          const unread = read_at === null && author?.id !== me.id
          const Icon = pinned ? Pin : Megaphone
          return (
            <li key={id} className={classes(looks.bulletinRow, 'hover:bg-hover')}>
              <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-3" />
              <Link
                to={paths.courseBulletins(id, course)}
                data-action="bulletin.open"
                className={classes('stretched min-w-0 flex-1 truncate', unread && 'font-semibold')}
              >
                {unread && <span className="screen-reader">{t('bulletinUnread')}. </span>}
                {title}
              </Link>
              {pinned && <span className="shrink-0 text-caption text-text-3">{t('bulletinPinned')}</span>}
              {publish_at && <time className="tabular shrink-0 text-caption text-text-3">{date(publish_at)}</time>}
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <p className={looks.bulletinRow}>
          <Link to={paths.courseBulletins(undefined, course)} className="text-accent-text hover:underline">
            {t('moreBulletins', { count: more })}
          </Link>
        </p>
      )}
    </section>
  )
}
