// Comments under an activity: folded with their number, read and written like the posts of a topic.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { Region } from '../../base/errors/region.tsx'
import { PostForm } from './post-form.tsx'
import { commentCountOf, commentsOf } from './queries.ts'
import { PostList } from './topic-view.tsx'

export default function Comments({ activity }: { activity: string }) {
  const t = useTexts('forum')
  const [isOpen, setOpen] = useState(() => new URLSearchParams(window.location.hash.split('?')[1]).has('post'))
  const { data } = useQuery(commentCountOf(activity))
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="surface-card px-4 py-3">
      <summary className="cursor-pointer font-semibold">
        <MessagesSquare aria-hidden size={16} strokeWidth={1.75} className="mr-1.5 inline-block align-[-2px]" />
        {data ? t('comments', { count: data.count }) : t('commentsHead')}
      </summary>
      {isOpen && (
        <div className="pt-2">
          <Region at={activity} title={t('postsFailed')} skeleton={<SkeletonText lines={4} />}>
            <Opened activity={activity} />
          </Region>
        </div>
      )}
    </details>
  )
}

function Opened({ activity }: { activity: string }) {
  const t = useTexts('forum')
  const { data } = useSuspenseQuery(commentsOf(activity))
  if (data.topic) return <PostList topic={data.topic} label={t('yourComment')} />
  if (!data.can.post) return <p className="text-small text-text-2">{t('noComments')}</p>
  return (
    <PostForm
      thing={`comment ${activity}`}
      label={t('yourComment')}
      submit={t('publish')}
      anonymous={data.can.anonymous}
      send={async ({ body, anonymous }) => {
        await call('POST /api/activities/:id/comments', { params: { id: activity }, body: { body, ...(anonymous && { anonymous }) } })
        await invalidate('GET /api/activities/:id/comments', 'GET /api/activities/:id/comment/count')
      }}
    />
  )
}
