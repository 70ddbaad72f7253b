// Row of a topic in a list: title, who began it, posts, and how many of them are unread.
import { Bell, CircleCheck, CircleHelp, Lock, MessagesSquare, Pin } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { near } from '../../../ui/format.ts'
import { Chip, Tile } from '../../../ui/marks/chip.tsx'
import { authorName } from './author.tsx'
import { topicHref } from './places.ts'
import type { Topic, TopicSummary } from './queries.ts'

export function TopicRow({ topic }: { topic: TopicSummary }) {
  const t = useTexts('forum')
  const { id, course_id, scope, scope_id, title, author, kind, posts, unread, last_post_at } = topic
  const place = { course: course_id, scope, ...(scope_id && { scopeId: scope_id }) }
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover">
      <Tile icon={kind === 'question' ? CircleHelp : MessagesSquare} tone={kind === 'question' ? 'info' : 'note'} />
      <div className="min-w-0 flex-1">
        <Link
          to={topicHref(place, id)}
          data-action="topic.open"
          className={classes('stretched wrap-break-word', unread > 0 ? 'font-semibold' : 'font-medium')}
        >
          {title}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-text-3">
          <span>
            <bdi>{authorName(author, t)}</bdi> · {t('posts', { count: posts })}
          </span>
          <TopicChips topic={topic} />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <time className="tabular text-caption text-text-3" dateTime={last_post_at}>
          {near(last_post_at)}
        </time>
        {unread > 0 && <Chip tone="accent">{t('unread', { count: unread })}</Chip>}
      </div>
    </li>
  )
}

/** States of a topic, each as icon and word; its head has a button that says whether it is followed, and its times in full. */
export function TopicChips({ topic, within = 'list' }: { topic: TopicSummary | Topic; within?: 'list' | 'head' }) {
  const t = useTexts('forum')
  const { kind, pinned, closed, answer_n, following, opens_at, closes_at } = topic
  const now = Date.now()
  const ahead = opens_at !== null && Date.parse(opens_at) > now
  const over = closed || (closes_at !== null && Date.parse(closes_at) <= now)
  return (
    <>
      {topic.waits && <Chip tone="warn">{t('state.waiting')}</Chip>}
      {pinned && (
        <Chip tone="outline" icon={Pin}>
          {t('pinned')}
        </Chip>
      )}
      {kind === 'question' && answer_n !== null && (
        <Chip tone="ok" icon={CircleCheck}>
          {t('answered')}
        </Chip>
      )}
      {kind === 'question' && answer_n === null && <Chip tone="warn">{t('unanswered')}</Chip>}
      {ahead && within === 'list' && <Chip tone="info">{t('opensAt', { time: near(opens_at) })}</Chip>}
      {over && (
        <Chip tone="neutral" icon={Lock}>
          {t('closed')}
        </Chip>
      )}
      {following && within === 'list' && (
        <Chip tone="outline" icon={Bell}>
          {t('following')}
        </Chip>
      )}
    </>
  )
}
